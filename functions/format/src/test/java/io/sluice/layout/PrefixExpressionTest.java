package io.sluice.layout;

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
        for (String value : List.of("\uFFFE", "\uFFFF", "\uD800", "x\uDC00", "\uDC00\uD800")) {
            assertUnusable("S3 listings and clients mangle; KeyEncoding percent avoids it", value);
        }
        assertDoesNotThrow(() -> bind("\u00A0\u2028\uFEFF\uFFFD\uD83D\uDE00"));
    }

    /// C0 with tab, line feed and NUL, DEL, and C1; of all other characters of one byte none.
    @Test
    void controlCharactersAreUnusableAndNothingElseOfLatin1() {
        for (char c = 0; c <= 0xFF; c++) {
            String value = "a" + c + "b";
            if (c < 0x20 || (c >= 0x7F && c <= 0x9F)) {
                assertUnusable("U+%04X at character 2".formatted((int) c), value);
            } else {
                assertEquals(value, ONE_KEY.bind(Map.of("k", value), Map.of(), "").text());
            }
        }
    }

    @Test
    void aValueOfDotsBesideOtherTextIsNoFolderOfDots() {
        PrefixExpression named = PrefixExpression.parse("customer_id=!{partitionKeyFromQuery:k}/");
        assertEquals("customer_id=../", named.bind(Map.of("k", ".."), Map.of(), "").text());
        assertThrows(UnusablePrefixException.class, () -> named.bind(Map.of("k", "a/.."), Map.of(), ""));
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
