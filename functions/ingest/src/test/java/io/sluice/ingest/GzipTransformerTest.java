package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.plugin.Transformed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class GzipTransformerTest {
    private final GzipTransformer gzip = new GzipTransformer();

    @Test
    void aRecordIsDecompressedAndHasNoKeys() throws IOException {
        Transformed.Kept kept = (Transformed.Kept) gzip.transform(compressed("hello".getBytes(UTF_8)));
        assertEquals(1, kept.outputs().size());
        assertArrayEquals("hello".getBytes(UTF_8), kept.outputs().getFirst().data());
        assertTrue(kept.outputs().getFirst().partitionKeys().isEmpty());
    }

    @Test
    void whatIsNoGzipOrCutShortFailsWithAMessage() throws IOException {
        byte[] record = compressed("hello".getBytes(UTF_8));
        for (byte[] broken : List.of(new byte[0], "hello".getBytes(UTF_8), Arrays.copyOf(record, 15))) {
            String message = ((Transformed.Failed) gzip.transform(broken)).message();
            assertTrue(message.startsWith("not a gzip record: "), message);
        }
    }

    @Test
    void nothingBehindAMemberIsLeftOut() throws IOException {
        byte[] one = compressed("one\n".getBytes(UTF_8));
        byte[] two = compressed("two\n".getBytes(UTF_8));
        Transformed.Kept kept = (Transformed.Kept) gzip.transform(joined(one, two));
        assertArrayEquals("one\ntwo\n".getBytes(UTF_8), kept.outputs().getFirst().data());
        for (byte[] between : List.of("\n".getBytes(UTF_8), "text".getBytes(UTF_8), new byte[512])) {
            String message = ((Transformed.Failed) gzip.transform(joined(one, between, two))).message();
            assertTrue(message.contains("something behind the gzip data"), message);
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    @Test
    void aBombIsRefusedWithinItsBound() throws IOException {
        String message = ((Transformed.Failed) gzip.transform(compressed(new byte[(64 << 20) + 1]))).message();
        assertTrue(message.contains("more than 67108864 bytes"), message);
    }

    @Test
    void aDamagedRecordIsDecompressedOrFails() throws IOException {
        byte[] record = compressed("hello, hello, hello".getBytes(UTF_8));
        Random random = new Random(5);
        for (int run = 0; run < 2_000; run++) {
            byte[] damaged = record.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            assertTrue(gzip.transform(damaged) != null);
        }
    }

    private static byte[] compressed(byte[] data) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(data);
        }
        return out.toByteArray();
    }
}
