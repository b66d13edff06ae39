package io.sluice.deaggregate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sluice.CaseTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class DeaggregatorTest {
    private static final long SEED = 20_261_120;

    @TestFactory
    Stream<DynamicTest> jsonSplitsAsItsTableSays() throws IOException {
        return CaseTable.read(DeaggregatorTest.class, "json.txt", 4).stream().map(row -> dynamicTest(row.getFirst(),
                () -> assertEquals(row.get(3), show(Deaggregator.json().split(bytes(row.get(2)))))));
    }

    @TestFactory
    Stream<DynamicTest> delimitedSplitsAsItsTableSays() throws IOException {
        return CaseTable.read(DeaggregatorTest.class, "delimited.txt", 5).stream()
                .map(row -> dynamicTest(row.getFirst(), () -> assertEquals(row.get(4),
                        show(Deaggregator.delimited(bytes(row.get(2))).split(bytes(row.get(3)))))));
    }

    @Test
    void withoutDeaggregationARecordIsOnePieceEvenWhenEmpty() {
        Piece only = Deaggregator.none().split(new byte[0]).getFirst();
        assertEquals(0, assertInstanceOf(Piece.Whole.class, only).length());
    }

    @Test
    void aSliceSplitsLikeACopyOfIt() {
        byte[] data = bytes("}{\"a\":1}\n{\"b\":}\n{\"c\":3}{");
        List<Piece> pieces = Deaggregator.json().split(data, 1, data.length - 2);
        assertEquals("{\"a\":1} ;; broken {\"b\":} ;; {\"c\":3}", show(pieces));
        assertEquals(1, pieces.getFirst().offset());
    }

    @Test
    void aDelimiterHasAtLeastOneByte() {
        assertThrows(IllegalArgumentException.class, () -> Deaggregator.delimited(new byte[0]));
    }

    @Test
    void nestingBeyondWhatJqReadsIsBroken() {
        String deepest = "{\"a\":" + "[".repeat(255) + "]".repeat(255) + "}";
        String tooDeep = "{\"a\":" + "[".repeat(256) + "]".repeat(256) + "}";
        assertEquals(deepest, show(Deaggregator.json().split(bytes(deepest))));
        assertEquals("broken " + tooDeep, show(Deaggregator.json().split(bytes(tooDeep))));
    }

    /// Input that is made to be slow: each line opens an object that takes in the next line.
    @Test
    void aMegabyteOfOpenObjectsIsSplitInOnePassOrAFew() {
        List<Piece> lines = Deaggregator.json().split(bytes("{\"a\":\n".repeat(170_000)));
        assertEquals(170_000, lines.size());
        assertEquals(1, Deaggregator.json().split(bytes("{\"a\":}".repeat(170_000))).size());
        assertEquals(1, Deaggregator.json().split(bytes("{\"a\":[" + "\n{},".repeat(200_000))).size());
    }

    @Test
    void jsonLosesNoByte() {
        Random random = new Random(SEED);
        for (int run = 0; run < 20_000; run++) {
            byte[] data = jsonLike(random);
            int at = 0;
            for (Piece piece : Deaggregator.json().split(data)) {
                assertGap(data, at, piece.offset(), run);
                at = piece.offset() + piece.length();
            }
            assertGap(data, at, data.length, run);
        }
    }

    @Test
    void objectsOnTheirLinesSurviveAnyBrokenNeighbour() {
        Random random = new Random(SEED);
        for (int run = 0; run < 5_000; run++) {
            String broken = new String(jsonLike(random), StandardCharsets.UTF_8).replace('\n', ' ').replace(']', '[');
            List<Piece> pieces = Deaggregator.json().split(bytes("{\"id\":1}\n{x" + broken + "\n{\"id\":2}\n"));
            String shown = show(pieces);
            assertTrue(shown.startsWith("{\"id\":1} ;; broken {x"), () -> SEED + ": " + shown);
            assertTrue(shown.endsWith(" ;; {\"id\":2}"), () -> SEED + ": " + shown);
        }
    }

    @Test
    void delimitedLosesNoByte() throws IOException {
        Random random = new Random(SEED);
        for (int run = 0; run < 20_000; run++) {
            byte[] delimiter = letters(random, 1 + random.nextInt(3));
            byte[] data = letters(random, random.nextInt(30));
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            int at = 0;
            for (Piece piece : Deaggregator.delimited(delimiter).split(data)) {
                joinDelimiters(joined, delimiter, piece.offset() - at);
                joined.write(piece.bytes());
                at = piece.offset() + piece.length();
            }
            joinDelimiters(joined, delimiter, data.length - at);
            assertArrayEquals(data, joined.toByteArray(), "seed " + SEED + ", run " + run);
        }
    }

    /// Pieces as the tables have them.
    private static String show(List<Piece> pieces) {
        return pieces.isEmpty() ? "-" : String.join(" ;; ", pieces.stream().map(DeaggregatorTest::show).toList());
    }

    private static String show(Piece piece) {
        String text = new String(piece.bytes(), StandardCharsets.UTF_8);
        return switch (piece) {
            case Piece.Whole _,Piece.Element _ -> text;
            case Piece.Broken _ -> "broken " + text;
        };
    }

    private static void joinDelimiters(ByteArrayOutputStream to, byte[] delimiter, int gap) throws IOException {
        assertEquals(0, gap % delimiter.length);
        for (int i = 0; i < gap / delimiter.length; i++) {
            to.write(delimiter);
        }
    }

    private static void assertGap(byte[] data, int from, int to, int run) {
        String gap = new String(data, from, to - from, StandardCharsets.UTF_8);
        assertTrue(gap.isBlank(), () -> "seed " + SEED + ", run " + run + ": lost " + gap);
    }

    private static byte[] jsonLike(Random random) {
        String[] parts = {"{", "}", "[", "]", ":", ",", "\"", "\\", "\n", " ", "a", "1", "{\"a\":1}", "{\"b\":[2,{}]}",
                "\n{"};
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(24); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return bytes(text.toString());
    }

    private static byte[] letters(Random random, int length) {
        byte[] letters = new byte[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (byte) ('a' + random.nextInt(2));
        }
        return letters;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
