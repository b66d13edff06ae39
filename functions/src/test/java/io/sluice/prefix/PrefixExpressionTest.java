package io.sluice.prefix;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PrefixExpressionTest {
    private static final PrefixExpression ONE_KEY = PrefixExpression.parse("!{partitionKeyFromQuery:k}");

    @Test
    void keysAreInOrderOfFirstUse() {
        PrefixExpression expression = PrefixExpression.parse("!{partitionKeyFromQuery:b}!{partitionKeyFromLambda:z}"
                + "!{partitionKeyFromQuery:a}!{partitionKeyFromQuery:b}!{partitionKeyFromLambda:y}");
        assertEquals(List.of("b", "a"), List.copyOf(expression.queryKeys()));
        assertEquals(List.of("z", "y"), List.copyOf(expression.lambdaKeys()));
    }

    @Test
    void aParseFaultIsFirehosesOwnMessage() {
        String message = String
                .valueOf(assertThrows(PrefixException.class, () -> PrefixExpression.parse("!{a:b}")).getMessage());
        assertTrue(message.startsWith("Namespace to the left of colon (a) is an invalid keyword!"), message);
    }

    @Test
    void aKeyWithoutAValueIsTheCallersMistake() {
        assertThrows(IllegalArgumentException.class, () -> ONE_KEY.bind(Map.of(), Map.of("k", "v"), ""));
    }

    @Test
    void valuesMayFillAPrefixTo512Characters() {
        assertDoesNotThrow(() -> bind("v".repeat(512)));
        assertUnusable("Length of evaluated prefix cannot be greater than 512", "v".repeat(513));
    }

    @Test
    void valuesMayNotOverfillAnS3Key() {
        assertDoesNotThrow(() -> bind("\u20AC".repeat(254)));
        assertUnusable("bytes in UTF-8", "\u20AC".repeat(255));
    }

    @Test
    void aValueThatIsAFolderOfDotsIsUnusable() {
        assertUnusable("path segment ..", "..");
        assertUnusable("path segment .,", "a/./b");
        assertUnusable("path segment ..", "../b");
        assertDoesNotThrow(() -> bind("..."));
    }

    @Test
    void dotsAtTheEndAreNoFolder() {
        // The object's name follows at once.
        assertDoesNotThrow(() -> bind("a/.."));
        assertThrows(UnusablePrefixException.class,
                () -> PrefixExpression.parse("!{timestamp:yyyy/}!{partitionKeyFromQuery:k}/")
                        .bind(Map.of("k", ".."), Map.of(), ""));
    }

    @Test
    void charactersThatListingsCannotCarryAreUnusable() {
        for (String value : List.of("\u0000", "\u0007", "\r", "\u001F", "\uFFFE", "\uFFFF", "\uD800", "x\uDC00")) {
            assertThrows(UnusablePrefixException.class, () -> bind(value));
        }
        assertDoesNotThrow(() -> bind("tab\tnewline\n\u0085\uD83D\uDE00"));
    }

    @Test
    void whatIsBoundEvaluatesToAtMost512CharactersAtAnyTimeAndInAnyZone() {
        Random random = new Random(1);
        List<ZoneId> zones = ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList();
        for (String pattern : List.of("EEEE MMMM d", "VV", "zzzz", "OOOO", "h:m:s a", "D/w/e/A/N", "QQQQ", "XXXXX B")) {
            PrefixExpression expression = PrefixExpression
                    .parse("!{timestamp:" + pattern + "}!{partitionKeyFromQuery:k}");
            BoundPrefix longest = longest(expression);
            for (int i = 0; i < 2_000; i++) {
                Instant at = Instant.EPOCH.plus(Duration.ofMillis(random.nextLong(1L << 42)));
                ZoneId zone = zones.get(random.nextInt(zones.size()));
                assertTrue(longest.evaluate(at, zone, "").length() <= 512, pattern);
            }
        }
    }

    private static BoundPrefix longest(PrefixExpression expression) {
        for (int chars = 512;; chars--) {
            try {
                return expression.bind(Map.of("k", "v".repeat(chars)), Map.of(), "");
            } catch (UnusablePrefixException e) {
                assertTrue(chars > 0, e.getMessage());
            }
        }
    }

    private static void bind(String value) {
        ONE_KEY.bind(Map.of("k", value), Map.of(), "");
    }

    private static void assertUnusable(String message, String value) {
        PrefixExpression folder = PrefixExpression
                .parse(value.length() > 200 ? "!{partitionKeyFromQuery:k}" : "!{partitionKeyFromQuery:k}/");
        UnusablePrefixException refusal = assertThrows(UnusablePrefixException.class,
                () -> folder.bind(Map.of("k", value), Map.of(), ""));
        assertTrue(String.valueOf(refusal.getMessage()).contains(message), refusal.getMessage());
    }
}
