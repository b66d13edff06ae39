package io.sluice.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ByteEncodingTest {
    private static final long SEED = 20_261_120;

    @Test
    void numbersAreReadBackAndSmallOnesAreShort() {
        long[] numbers = {0, 1, 127, 128, 16_383, 16_384, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE};
        for (long number : numbers) {
            ByteReader in = new ByteReader(new ByteWriter(1).varint(number).toBytes());
            assertEquals(number, in.varint());
            assertTrue(in.atEnd());
        }
        assertEquals(1, new ByteWriter(1).varint(127).size());
        assertEquals(9, new ByteWriter(1).varint(Long.MAX_VALUE).size());
    }

    @Test
    void signedNumbersAreReadBack() {
        for (long number : new long[]{0, -1, 1, -64, 64, -1L << 61, (1L << 61) - 1}) {
            assertEquals(number, new ByteReader(new ByteWriter(1).signed(number).toBytes()).signed());
        }
        assertThrows(IllegalArgumentException.class, () -> new ByteWriter(1).varint(-1));
    }

    @Test
    void everyKindIsReadBackInOrder() {
        byte[] written = new ByteWriter(0).octet(200).fixed64(Long.MIN_VALUE).text("ü😀").bytes(new byte[]{1, 2})
                .raw(new byte[]{9, 8, 7}, 1, 2).toBytes();
        ByteReader in = new ByteReader(written);
        assertEquals(200, in.octet());
        assertEquals(Long.MIN_VALUE, in.fixed64());
        assertEquals("ü😀", in.text());
        assertArrayEquals(new byte[]{1, 2}, in.bytes());
        assertArrayEquals(new byte[]{8, 7}, in.rest());
    }

    @Test
    void sortedTextsShareWhatTheyHaveInCommon() {
        Random random = new Random(SEED);
        TreeSet<String> texts = new TreeSet<>(List.of("", "k=ä/", "k=á/"));
        for (int i = 0; i < 1_000; i++) {
            texts.add("customer=" + random.nextInt(5_000) + "/".repeat(random.nextInt(3))
                    + "ü".repeat(random.nextInt(3)));
        }
        ByteWriter out = new ByteWriter(16);
        texts.forEach(out::sortedText);
        ByteReader in = new ByteReader(out.toBytes());
        List<String> read = new ArrayList<>();
        while (!in.atEnd()) {
            read.add(in.sortedText());
        }
        assertEquals(List.copyOf(texts), read);
        assertTrue(out.size() < String.join("", texts).getBytes(UTF_8).length);
    }

    @Test
    void aChecksumFindsAnyChangedByte() {
        byte[] written = new ByteWriter(0).text("hello").checksum().toBytes();
        assertEquals("hello", ByteReader.checked(written, "a greeting").text());
        for (int at = 0; at < written.length; at++) {
            byte[] damaged = written.clone();
            damaged[at] ^= 1;
            String message = String.valueOf(assertThrows(MalformedEncodingException.class,
                    () -> ByteReader.checked(damaged, "a greeting")).getMessage());
            assertTrue(message.startsWith("a greeting fails its checksum"), message);
        }
        assertThrows(MalformedEncodingException.class, () -> ByteReader.checked(new byte[3], "a greeting"));
    }

    @Test
    void anyBytesGiveValuesOrTheOneException() {
        Random random = new Random(SEED);
        for (int run = 0; run < 20_000; run++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            ByteReader in = new ByteReader(bytes);
            try {
                while (!in.atEnd()) {
                    read(in, random.nextInt(8));
                }
            } catch (MalformedEncodingException e) {
                assertTrue(!String.valueOf(e.getMessage()).isEmpty(), "seed " + SEED + ", run " + run);
            }
        }
    }

    @Test
    void aCountIsNeverMoreThanTheBytesCanHold() {
        byte[] bytes = new ByteWriter(0).varint(3).raw(new byte[6], 0, 6).toBytes();
        assertEquals(3, new ByteReader(bytes).count(2));
        assertThrows(MalformedEncodingException.class, () -> new ByteReader(bytes).count(3));
    }

    @Test
    void deflatedBytesAreReadBackToTheirExactLength() {
        byte[] bytes = "abc".repeat(50_000).getBytes(UTF_8);
        byte[] deflated = Deflated.deflate(bytes, 6);
        assertTrue(deflated.length < bytes.length / 50);
        assertArrayEquals(bytes, Deflated.inflate(deflated, bytes.length));
        assertArrayEquals(new byte[0], Deflated.inflate(Deflated.deflate(new byte[0], 1), 0));
        assertThrows(MalformedEncodingException.class, () -> Deflated.inflate(deflated, bytes.length + 1));
        assertThrows(MalformedEncodingException.class, () -> Deflated.inflate(deflated, bytes.length - 1));
        assertThrows(MalformedEncodingException.class,
                () -> Deflated.inflate(Arrays.copyOf(deflated, deflated.length / 2), bytes.length));
        assertThrows(MalformedEncodingException.class, () -> Deflated.inflate("hello".getBytes(UTF_8), 5));
    }

    private static void read(ByteReader in, int kind) {
        switch (kind) {
            case 0 -> in.octet();
            case 1 -> in.varint();
            case 2 -> in.signed();
            case 3 -> in.fixed64();
            case 4 -> in.text();
            case 5 -> in.bytes();
            case 6 -> in.sortedText();
            default -> in.count(1);
        }
    }
}
