package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BoundPrefixTest {
    private static final Instant TIME = Instant.parse("2026-03-01T04:05:06Z");
    private static final List<String> TRICKY = List.of("!", "{", "!{", "!{}", "!{!}", "}", "'", ":",
            "!{timestamp:yyyy}",
            "!{firehose:random-string}", "timestamp:", "a", "é", "\uD83D\uDE00", "=", "%", "/");

    @Test
    void aValueThatLooksLikeAnExpressionStaysText() {
        BoundPrefix bound = bind("k=!{partitionKeyFromQuery:k}/", Map.of("k", "!{timestamp:yyyy}"));
        assertEquals("k=!{timestamp:yyyy}/", evaluate(bound, "seed"));
        assertEquals("k=!{!}timestamp:yyyy}/", bound.text());
    }

    @Test
    void aBangThatEndsOneValueAndABraceThatStartsTheNextMakeNoExpression() {
        BoundPrefix bound = bind("!{partitionKeyFromQuery:a}!{partitionKeyFromQuery:b}",
                Map.of("a", "!", "b", "{x:y}"));
        assertEquals("!{x:y}", evaluate(bound, "seed"));
    }

    @Test
    void bindingThenEvaluatingIsPlainSubstitution() {
        Random random = new Random(42);
        for (int i = 0; i < 20_000; i++) {
            Map<String, String> values = Map.of("a", value(random), "b", value(random), "c", value(random));
            String literal = value(random).replace("!", "").replace("/", "_");
            BoundPrefix bound = bind(literal + "!{partitionKeyFromQuery:a}!{partitionKeyFromQuery:b}"
                    + "!{timestamp:yyyy'}'MM}!{partitionKeyFromQuery:c}", values);
            String expected = literal + values.get("a") + values.get("b") + "2026}03" + values.get("c");
            assertEquals(expected, evaluate(bound, "seed"), bound::text);
        }
    }

    @Test
    void equalTextsComeOfEqualBoundPrefixesOnly() {
        Random random = new Random(7);
        Map<String, String> evaluatedByText = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            Map<String, String> values = Map.of("a", value(random), "b", value(random));
            BoundPrefix bound = bind("!{partitionKeyFromQuery:a}!{partitionKeyFromQuery:b}", values);
            String substituted = values.get("a") + values.get("b");
            assertEquals(substituted, evaluatedByText.merge(bound.text(), substituted, (known, now) -> known));
        }
    }

    @Test
    void aSeedDecidesTheRandomStrings() {
        BoundPrefix bound = bind("!{firehose:random-string}/!{firehose:random-string}/", Map.of());
        String evaluated = evaluate(bound, "one");
        String first = evaluated.substring(0, 11);
        assertEquals(evaluate(bound, "one"), evaluate(bound, "one"));
        assertNotEquals(evaluate(bound, "one"), evaluate(bound, "two"));
        assertNotEquals(first, evaluated.substring(12, 23));
        assertTrue(first.matches("[0-9a-z]{11}"), first);
    }

    @Test
    void openPartsAreInTheTextAsConfigured() {
        assertEquals("a/!{timestamp:'d='dd}/!{firehose:random-string}/v",
                bind("a/!{timestamp:'d='dd}/!{firehose:random-string}/!{partitionKeyFromQuery:k}", Map.of("k", "v"))
                        .text());
    }

    @Test
    void textThatNoExpressionWasBoundToIsRefused() {
        assertThrows(IllegalStateException.class,
                () -> evaluate(new BoundPrefix("!{partitionKeyFromQuery:k}"), "seed"));
        assertThrows(IllegalStateException.class, () -> evaluate(new BoundPrefix("a!{timestamp:yyyy"), "seed"));
    }

    private static BoundPrefix bind(String expression, Map<String, String> query) {
        return PrefixExpression.parse(expression).bind(query, Map.of(), "");
    }

    private static String evaluate(BoundPrefix bound, String seed) {
        return bound.evaluate(TIME, ZoneOffset.UTC, seed);
    }

    private static String value(Random random) {
        StringBuilder value = new StringBuilder();
        for (int n = random.nextInt(5); n >= 0; n--) {
            value.append(TRICKY.get(random.nextInt(TRICKY.size())));
        }
        return value.toString();
    }
}
