package io.sluice.prefix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PrefixInversionTest {
    private static final Instant TIME = Instant.parse("2026-03-04T05:06:07Z");
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final String[] TEXTS = {"a", "!{", "2026", "03/04", "x y", "!", "{", "}", "!{!}", "/", "2026/03",
            "ä"};

    @Test
    void whatWasEvaluatedIsAmongTheCandidates() {
        Random random = new Random(5);
        for (String text : new String[]{"k=!{partitionKeyFromQuery:k}/",
                "!{timestamp:yyyy}/!{partitionKeyFromQuery:k}/",
                "!{partitionKeyFromQuery:k}/!{timestamp:yyyy/MM/dd}/!{partitionKeyFromQuery:l}-",
                "!{firehose:random-string}/!{partitionKeyFromQuery:k}!{timestamp:'day' D}!{firehose:random-string}/"}) {
            PrefixExpression expression = PrefixExpression.parse(text);
            PrefixInversion inversion = new PrefixInversion(expression);
            for (int run = 0; run < 500; run++) {
                BoundPrefix bound;
                try {
                    bound = expression.bind(Map.of("k", value(random), "l", value(random)), Map.of(), "");
                } catch (UnusablePrefixException _) {
                    continue;
                }
                String evaluated = bound.evaluate(TIME, ZONE, "seed");
                Set<BoundPrefix> candidates = inversion.candidates(evaluated, TIME, ZONE, "seed");
                assertTrue(candidates.contains(bound), bound + " of " + candidates);
                for (BoundPrefix candidate : candidates) {
                    assertEquals(evaluated, candidate.evaluate(TIME, ZONE, "seed"));
                }
            }
        }
    }

    @Test
    void aPrefixOfAnotherTimeOrFormHasNone() {
        PrefixInversion inversion = new PrefixInversion(
                PrefixExpression.parse("k=!{partitionKeyFromQuery:k}/!{timestamp:yyyy-MM-dd}/"));
        assertEquals(1, inversion.candidates("k=a/2026-03-04/", TIME, ZONE, "").size());
        assertEquals(Set.of(), inversion.candidates("k=a/2026-03-05/", TIME, ZONE, ""));
        assertEquals(Set.of(), inversion.candidates("l=a/2026-03-04/", TIME, ZONE, ""));
        assertEquals(Set.of(), inversion.candidates("k=/2026-03-04/", TIME, ZONE, ""));
    }

    @Test
    void aKeyThatHoldsADateMayStandOnEitherSide() {
        PrefixInversion inversion = new PrefixInversion(PrefixExpression
                .parse("!{partitionKeyFromQuery:a}/!{timestamp:yyyy}/!{partitionKeyFromQuery:b}/"));
        assertEquals(2, inversion.candidates("x/2026/2026/y/", TIME, ZONE, "").size());
    }

    @Test
    void patternsFinerThanSecondsAreKnown() {
        assertTrue(new PrefixInversion(PrefixExpression.parse("!{timestamp:HH-mm-ss-SSS}/")).needsFractions());
        assertFalse(new PrefixInversion(PrefixExpression.parse("!{timestamp:HH-mm-ss}/")).needsFractions());
    }

    private static String value(Random random) {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i <= random.nextInt(3); i++) {
            value.append(TEXTS[random.nextInt(TEXTS.length)]);
        }
        return value.toString();
    }
}
