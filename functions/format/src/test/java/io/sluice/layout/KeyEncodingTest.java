package io.sluice.layout;

import static io.sluice.layout.KeyEncoding.PERCENT;
import static io.sluice.layout.KeyEncoding.VERBATIM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyEncodingTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {"abcXYZ019-_.~,\"abcXYZ019-_.~\"", "a/b,a%2Fb", "a=b,a%3Db", "a:b,a%3Ab",
            "100%,100%25", ".,%2E", "..,%2E%2E", "...,...", ".a,.a", "a b,a%20b", "é,%C3%A9", "€,%E2%82%AC",
            "😀,%F0%9F%98%80",
            "a\\b,a%5Cb", "!{x},%21%7Bx%7D", "it's,it%27s"})
    void percentLeavesUnreservedCharactersAndEncodesTheRest(String value, String text) {
        assertEquals(text.replace("\"", ""), PERCENT.encode(value.replace("\"", "")));
    }

    @Test
    void aLoneSurrogateHasATextOfItsOwn() {
        assertEquals("%ED%A0%80", PERCENT.encode("\uD800"));
        assertEquals("\uD800", PERCENT.decode("%ED%A0%80"));
        assertEquals("x\uDFFFy", PERCENT.decode(PERCENT.encode("x\uDFFFy")));
    }

    @Test
    void percentIsReversibleAndInjectiveAndKeepsToItsSegment() {
        Random random = new Random(11);
        Map<String, String> valueOf = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            String value = anyText(random);
            String text = PERCENT.encode(value);
            assertEquals(value, PERCENT.decode(text));
            assertEquals(value, valueOf.merge(text, value, (known, now) -> known));
            assertTrue(text.matches("[A-Za-z0-9._~%-]*") && !text.equals(".") && !text.equals(".."), text);
            assertEquals(Optional.empty(), PERCENT.fault(value));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "%zz", "%2f", "%61", "a/b", "é", ".", "..", "%C3", "%C0%AF",
            "%ED%A0%80%ED%B0%80",
            "%F4%90%80%80", "%FF", "%80"})
    void whatEncodingNeverGivesIsNotDecoded(String text) {
        assertThrows(IllegalArgumentException.class, () -> PERCENT.decode(text));
    }

    @Test
    void verbatimKeepsValuesAsTheyAre() {
        assertEquals("a/b=%c", VERBATIM.encode("a/b=%c"));
        assertEquals("a/b=%c", VERBATIM.decode("a/b=%c"));
    }

    /// What Sluice does not deliver may be there all the same: Firehose and earlier versions wrote it.
    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a/../b", "\u0000", "\t", "\u007F", "\u0085", "\uFFFE"})
    void noFaultIsFoundWithValuesThatAnotherWritersObjectMayHave(String value) {
        assertEquals(Optional.empty(), VERBATIM.fault(value));
        assertEquals(Optional.empty(), PERCENT.fault(value));
    }

    @Test
    void verbatimFindsFaultWithWhatHasNoUtf8AndPercentDoesNot() {
        assertTrue(VERBATIM.fault("a\uD800b").isPresent());
        assertEquals(Optional.empty(), PERCENT.fault("a\uD800b"));
    }

    @Test
    void bothFindFaultWithValuesThatAKeyHasNoRoomFor() {
        assertTrue(VERBATIM.fault("x".repeat(1025)).isPresent());
        assertTrue(PERCENT.fault("\u20AC".repeat(114)).isPresent());
        assertEquals(Optional.empty(), VERBATIM.fault("\u20AC".repeat(100)));
    }

    private static String anyText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(6); n > 0; n--) {
            switch (random.nextInt(4)) {
                case 0 -> text.append((char) random.nextInt(0x80));
                case 1 -> text.append((char) (0xD800 + random.nextInt(0x800)));
                case 2 -> text.appendCodePoint(random.nextInt(0x110000));
                default -> text.append("./%:=".charAt(random.nextInt(5)));
            }
        }
        return text.toString();
    }
}
