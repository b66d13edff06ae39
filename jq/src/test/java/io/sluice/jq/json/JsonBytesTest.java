package io.sluice.jq.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class JsonBytesTest {
    private static final long SEED = 20_261_120;

    @Test
    void whiteSpaceIsWhatJsonHasBetweenTokens() {
        for (int value = 0; value < 256; value++) {
            byte[] text = {' ', '\t', (byte) value, '\r', '\n'};
            assertEquals(" \t\n\r".indexOf(value) < 0 ? 2 : 4, JsonBytes.space(text, 1, 4), "byte " + value);
        }
    }

    @Test
    void everyByteIsFoundWhereverItStands() {
        for (int value = 0; value < 256; value++) {
            for (int length = 1; length < 20; length++) {
                for (int at = 0; at < length; at++) {
                    byte[] text = "abcdefghijklmnopqrstuvwxyz".substring(0, length)
                            .getBytes(StandardCharsets.US_ASCII);
                    text[at] = (byte) value;
                    boolean special = value < ' ' || value == '"' || value == '\\';
                    assertEquals(special ? at : length, JsonBytes.plainEnd(text, 0, length), "byte " + value);
                }
            }
        }
    }

    @Test
    void theFirstOfManyIsFound() {
        Random random = new Random(SEED);
        for (int run = 0; run < 100_000; run++) {
            byte[] text = new byte[random.nextInt(200)];
            random.nextBytes(text);
            int from = random.nextInt(text.length + 1);
            int expected = from;
            while (expected < text.length && text[expected] != '"' && text[expected] != '\\'
                    && (text[expected] < 0 || text[expected] >= ' ')) {
                expected++;
            }
            assertEquals(expected, JsonBytes.plainEnd(text, from, text.length), "seed " + SEED + ", run " + run);
            int quote = from;
            while (quote < text.length && text[quote] != '"') {
                quote++;
            }
            assertEquals(quote, JsonBytes.quote(text, from, text.length), "seed " + SEED + ", run " + run);
        }
    }

    @Test
    void bytesThatAreNoDigitsAreFoundInAnyCompany() {
        Random random = new Random(SEED);
        byte[] text = new byte[Long.BYTES];
        for (int run = 0; run < 100_000; run++) {
            random.nextBytes(text);
            for (int at = random.nextInt(9); at < text.length; at++) {
                text[at] = (byte) ('0' + random.nextInt(10));
            }
            long found = JsonBytes.notDigits(JsonBytes.word(text, 0));
            for (int at = 0; at < text.length; at++) {
                boolean digit = text[at] >= '0' && text[at] <= '9';
                assertEquals(digit ? 0 : 0x80, (found >>> (8 * at)) & 0xFF, "seed " + SEED + ", run " + run);
            }
        }
    }

    @Test
    void oneByteBeyondAsciiIsSeenWhereverItStands() {
        for (int length = 0; length < 20; length++) {
            byte[] text = new byte[length];
            assertTrue(JsonBytes.isAscii(text, 0, length));
            for (int at = 0; at < length; at++) {
                byte[] other = text.clone();
                other[at] = (byte) 0x80;
                assertFalse(JsonBytes.isAscii(other, 0, length));
                assertTrue(JsonBytes.isAscii(other, at + 1, length));
            }
        }
    }
}
