package io.sluice.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.Decompression.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class DecompressionTest {
    private static final long SEED = 20_261_120;
    private static final byte[] TEXT = "{\"messageType\":\"DATA_MESSAGE\"}".repeat(50).getBytes(StandardCharsets.UTF_8);

    @Test
    void aGzipRecordIsDecompressed() throws IOException {
        assertArrayEquals(TEXT, content(gzip(TEXT)));
        assertArrayEquals(new byte[0], content(gzip(new byte[0])));
    }

    @Test
    void membersAreJoined() throws IOException {
        assertEquals("onetwo", new String(content(join(gzip("one".getBytes(StandardCharsets.US_ASCII)),
                gzip("two".getBytes(StandardCharsets.US_ASCII)))), StandardCharsets.US_ASCII));
    }

    @Test
    void everyPartOfAHeaderIsPassedOver() throws IOException {
        byte[] plain = gzip(TEXT);
        byte[] header = {0x1f, (byte) 0x8b, 8, 0x1f, 1, 2, 3, 4, 0, 3, 2, 0, 'e', 'x', 'n', 0, 'c', 'o', 0, 9, 9};
        assertArrayEquals(TEXT, content(join(header, Arrays.copyOfRange(plain, 10, plain.length))));
    }

    @Test
    void contentIsBounded() throws IOException {
        byte[] bomb = gzip(new byte[1_000_001]);
        assertEquals(1_000_001, assertInstanceOf(Result.Decompressed.class, Decompression.gunzip(bomb, 1_000_001))
                .data().length);
        assertCause("holds more than 1000000 bytes", Decompression.gunzip(bomb, 1_000_000));
    }

    @Test
    void whatIsNoGzipIsRefused() throws IOException {
        assertCause("it is not gzip", Decompression.gunzip(new byte[0]));
        assertCause("it is not gzip", Decompression.gunzip(TEXT));
        assertCause("there is something behind the gzip data", Decompression.gunzip(join(gzip(TEXT), TEXT)));
    }

    @Test
    void aRecordThatIsCutShortIsRefused() throws IOException {
        byte[] whole = gzip(TEXT);
        for (int length = 0; length < whole.length; length++) {
            assertInstanceOf(Result.Failed.class, Decompression.gunzip(Arrays.copyOf(whole, length)));
        }
    }

    @Test
    void aDamagedRecordIsRefusedOrUnharmed() throws IOException {
        byte[] whole = gzip(TEXT);
        Random random = new Random(SEED);
        for (int run = 0; run < 5_000; run++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            if (Decompression.gunzip(damaged) instanceof Result.Decompressed(byte[] data)) {
                assertArrayEquals(TEXT, data, "seed " + SEED + ", run " + run);
            }
        }
    }

    private static byte[] content(byte[] record) {
        return assertInstanceOf(Result.Decompressed.class, Decompression.gunzip(record)).data();
    }

    private static void assertCause(String part, Result result) {
        String cause = assertInstanceOf(Result.Failed.class, result).cause();
        assertTrue(cause.contains(part), cause);
    }

    private static byte[] gzip(byte[] data) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(data);
        }
        return out.toByteArray();
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }
}
