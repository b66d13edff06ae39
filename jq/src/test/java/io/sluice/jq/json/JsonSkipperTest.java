package io.sluice.jq.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is skipped is what is read: each text here goes both ways, at each offset of a word and with anything after it.
final class JsonSkipperTest {
    private static final long SEED = 20_261_120;
    /// In one byte a character, so that any byte can be written.
    private static final List<String> STRINGS = List.of("", "\\\"", "\\\\", "\\/\\b\\f\\n\\r\\t", "\\u0000", "\\u00e9",
            "\\uD83D\\uDE00",
            "\\ud83d", "\\ud83d\\u0041", "\\ude00", "\\u12", "\\u12g4", "\\x", "\\", "\"", "\u007f", "\u00c3\u00a9",
            "\u00c0\u0080",
            "\u00ed\u00a0\u0080", "\u00f4\u0090\u0080\u0080", "\u00ff", "\u00e2\u0082", "\u0080");
    private static final List<String> SCALARS = List.of("0", "-0", "-", "00", "01", "-01", "1", "12", "1234567",
            "12345678", "123456789012",
            "1.5", "12.25", "123.125", "1234.567", "0.5", "00.5", ".5", "1.", "-1.5", "1.5.5", "1e5", "1E+5", "1e-5",
            "1e", "1e+", "1.e5", "1.5e400",
            "9".repeat(400), "+1", "0x1", "1_0", "1-2", "true", "false", "null", "tru", "fals", "nul", "True", "truex",
            "falsey", "nulll", "true1",
            "frue", "nalse", "vrue", "~rue", "nan", "NaN", "Infinity", "'a'", "\"a\"b", "1\"a\"", "{}", "[]", "{ }",
            "[ ]", "{]", "[}", "{,}",
            "[,]", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{\"a\"::1}", ",", ":",
            "]", "}", "");

    private final MemberTexts members = new MemberTexts();

    @Test
    void stringsAreSkippedWhereTheyAreReadAtEachOffsetOfAWord() {
        for (String string : STRINGS) {
            for (int before = 0; before < 34; before++) {
                for (int behind = 0; behind < 18; behind++) {
                    String text = '"' + "x".repeat(before) + string + "y".repeat(behind) + '"';
                    assertSkipped(text);
                    assertSkipped("{" + text + ":1}");
                    assertSkipped("{\"a\":" + text + ",\"bcdefghijklmnopqrstuvwxyz\":0}");
                }
            }
        }
    }

    @Test
    void everyByteInAStringIsSkippedWhereItIsRead() {
        for (int value = 0; value < 256; value++) {
            for (int before = 0; before < 18; before++) {
                assertSkipped('"' + "x".repeat(before) + (char) value + "y".repeat(17 - before) + '"');
            }
        }
    }

    @Test
    void scalarsAreSkippedWhereTheyAreReadWhateverStandsBehindThem() {
        for (String scalar : SCALARS) {
            for (String behind : List.of("", ",2", ",\"some more\"", " ", "\n,3", "\u00e9", "\f", "x", "\"", "[",
                    ":")) {
                assertSkipped(scalar + behind);
                assertSkipped("[" + scalar + behind + "]");
                assertSkipped("[[" + scalar + "]" + behind + "]");
                assertSkipped("{\"a\":" + scalar + behind + "}");
                assertSkipped("{\"a\":{\"b\":" + scalar + "}" + behind + "}");
                assertSkipped("{\"a\":" + scalar + ",\"b\":0" + behind + ",\"cccccccccccccccccccccccccc\":0}");
            }
        }
    }

    @Test
    void containersAreSkippedAsDeepAsTheyAreRead() {
        for (int depth = 55; depth < 125; depth++) {
            assertSkipped("[".repeat(depth) + "]".repeat(depth));
            assertSkipped("[".repeat(depth) + "1" + "]".repeat(depth));
            assertSkipped("{\"a\":".repeat(depth) + "{}" + "}".repeat(depth));
            assertSkipped("{\"a\":[".repeat(depth / 2) + "0" + "]}".repeat(depth / 2));
            assertSkipped("{\"a\":[1,".repeat(depth / 2) + "0" + ",2],\"b\":3}".repeat(depth / 2));
            assertSkipped("{\"a\":[".repeat(depth / 2) + "0" + "}]".repeat(depth / 2));
            assertSkipped("[".repeat(depth) + "]".repeat(depth - 1));
        }
    }

    /// Texts before values are remembered from object to object: here there are few, so that most objects go on like
    /// another one, and one in three texts is damaged.
    @Test
    void objectsThatResembleOneAnotherAreSkippedWhereTheyAreRead() {
        Random random = new Random(SEED);
        for (int run = 0; run < 100_000; run++) {
            StringBuilder text = new StringBuilder();
            value(text, random, 0);
            byte[] bytes = text.toString().getBytes(ISO_8859_1);
            if (random.nextInt(3) == 0) {
                bytes[random.nextInt(bytes.length)] = random.nextBoolean()
                        ? bytes[random.nextInt(bytes.length)]
                        : (byte) random.nextInt(256);
            }
            assertSkipped(bytes, "seed " + SEED + ", run " + run);
        }
    }

    private static void value(StringBuilder text, Random random, int depth) {
        switch (random.nextInt(depth > 4 ? 4 : 7)) {
            case 0 -> text.append(random.nextInt(2_000_000) / 8.0);
            case 1 -> text.append(random.nextBoolean());
            case 2 -> text.append('"').append("x".repeat(random.nextInt(20))).append('"');
            case 3 -> text.append("null");
            case 4 -> {
                text.append('[');
                for (int i = random.nextInt(4); i > 0; i--) {
                    value(text, random, depth + 1);
                    text.append(i > 1 ? "," : "");
                }
                text.append(']');
            }
            default -> {
                text.append('{');
                String colon = random.nextInt(4) == 0 ? " : " : ":";
                for (int i = random.nextInt(4); i > 0; i--) {
                    text.append('"').append("abcdefghijklmnopqrstuvwxyz", 0, random.nextInt(3) * i * 3).append('"')
                            .append(colon);
                    value(text, random, depth + 1);
                    text.append(i > 1 ? random.nextInt(4) == 0 ? ", " : "," : "");
                }
                text.append('}');
            }
        }
    }

    private void assertSkipped(String text) {
        assertSkipped(text.getBytes(ISO_8859_1), text);
    }

    /// At the start of the array, and amid bytes that would go on well.
    private void assertSkipped(byte[] text, String message) {
        boolean read = QuickJsonParser.parse(text, 0, text.length) != null;
        assertEquals(read, behind(text, 0, text.length) == text.length, message);
        for (String around : List.of("\"}],1", "0000000000000000000000000000000000")) {
            byte[] amid = (around + new String(text, ISO_8859_1) + around).getBytes(ISO_8859_1);
            int start = around.length();
            int end = start + text.length;
            assertEquals(read, behind(amid, start, end) == end, message);
        }
    }

    /// The end of the value and of the space after it.
    private int behind(byte[] text, int start, int end) {
        int behind = JsonSkipper.value(text, start, end, 0, members);
        return behind < 0 ? behind : JsonBytes.space(text, behind, end);
    }
}
