package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PrefixMatchTest {
    private static final PrefixExpression TWO = PrefixExpression
            .parse("a=!{partitionKeyFromQuery:a}/!{timestamp:yyyy}/b=!{partitionKeyFromLambda:b}/");
    private static final long SEED = 20_261_123;

    @Test
    void everyNamedKeyHasOneOfItsValuesAndTheOthersAny() {
        PrefixMatch both = match(TWO, Map.of("a", List.of("x", "y"), "b", List.of("1")));
        assertTrue(both.matches(bound(TWO, "x", "1")));
        assertTrue(both.matches(bound(TWO, "y", "1")));
        assertFalse(both.matches(bound(TWO, "x", "2")));
        assertFalse(both.matches(bound(TWO, "z", "1")));
        PrefixMatch second = match(TWO, Map.of("b", List.of("1")));
        assertTrue(second.matches(bound(TWO, "anything", "1")));
        assertFalse(second.matches(bound(TWO, "anything", "11")));
    }

    /// Whatever signs a value has: those of expressions, of regular expressions, line ends.
    @Test
    void aValueIsItselfAndNoPattern() {
        for (String value : List.of("!{", "!{timestamp:yyyy}", "{!}", "a!", "{x}", ".*", "\\E", "(", "a|b", "é",
                "a/b")) {
            PrefixMatch match = match(TWO, Map.of("a", List.of(value)));
            assertTrue(match.matches(bound(TWO, value, "1")), value);
            assertFalse(match.matches(bound(TWO, value + "x", "1")), value);
            assertFalse(match.matches(bound(TWO, "x", "1")), value);
        }
    }

    @Test
    void valuesAreFoundInTheirPathText() {
        PrefixMatch match = PrefixMatch.of(TWO, KeyEncoding.PERCENT, Map.of("a", List.of("ä/b")));
        assertTrue(match.matches(bound(TWO, KeyEncoding.PERCENT.encode("ä/b"), "1")));
        assertFalse(match.matches(bound(TWO, "ä/b", "1")));
    }

    @Test
    void prefixesOfAnotherConfigurationAreNotMeant() {
        PrefixExpression before = PrefixExpression.parse("was/a=!{partitionKeyFromQuery:a}/");
        assertFalse(match(TWO, Map.of("a", List.of("x"))).matches(bound(before, "x", "1")));
    }

    @Test
    void aKeyThatThePrefixLacksIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> match(TWO, Map.of("c", List.of("x"))));
    }

    /// Blocks of neighbours are passed over by it.
    @Test
    void noRangeIsPassedOverThatHoldsAMatch() {
        Random random = new Random(SEED);
        int passed = 0;
        for (int i = 0; i < 3_000; i++) {
            PrefixExpression prefix = random.nextBoolean()
                    ? TWO
                    : PrefixExpression
                            .parse("!{partitionKeyFromQuery:a}!{partitionKeyFromLambda:b}/");
            String key = random.nextBoolean() ? "a" : "b";
            PrefixMatch match = match(prefix, Map.of(key, List.of(value(random), value(random))));
            List<BoundPrefix> sorted = new ArrayList<>();
            for (int n = random.nextInt(1, 6); n > 0; n--) {
                sorted.add(bound(prefix, value(random), value(random)));
            }
            sorted.sort(null);
            boolean may = match.mayBeBetween(sorted.getFirst(), sorted.getLast());
            passed += may ? 0 : 1;
            assertTrue(may || sorted.stream().noneMatch(match::matches), () -> key + " of " + sorted);
        }
        assertTrue(passed > 200, "some are passed over: " + passed);
    }

    @Test
    void aRangeFarFromEveryMatchIsPassedOver() {
        PrefixMatch match = match(TWO, Map.of("a", List.of("m")));
        assertFalse(match.mayBeBetween(bound(TWO, "a", "1"), bound(TWO, "k", "1")));
        assertFalse(match.mayBeBetween(bound(TWO, "n", "1"), bound(TWO, "z", "1")));
        assertEquals(true, match.mayBeBetween(bound(TWO, "a", "1"), bound(TWO, "z", "1")));
    }

    private static String value(Random random) {
        List<String> signs = List.of("a", "b", "!", "{", "}", "/x", "é");
        StringBuilder value = new StringBuilder("v");
        for (int n = random.nextInt(3); n > 0; n--) {
            value.append(signs.get(random.nextInt(signs.size())));
        }
        return value.toString();
    }

    private static PrefixMatch match(PrefixExpression prefix, Map<String, List<String>> values) {
        return PrefixMatch.of(prefix, KeyEncoding.VERBATIM, values);
    }

    private static BoundPrefix bound(PrefixExpression prefix, String a, String b) {
        return prefix.bind(Map.of("a", a), Map.of("b", b), "");
    }
}
