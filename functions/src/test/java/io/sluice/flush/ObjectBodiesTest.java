package io.sluice.flush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.ChunkCompressor;
import io.sluice.codec.Compression;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/// Objects whose format cannot be joined from chunks.
final class ObjectBodiesTest {
    private static final List<String> CHUNKS = List.of("first\n", "second\n");

    private final ObjectBodies bodies = new ObjectBodies(1 << 20);

    @Test
    void anArchiveHoldsTheChunksOneAfterAnotherAndIsTheSameEveryTime() throws IOException {
        byte[] archive = bytes(delivery(Wrapping.NONE, "a/object.zip"));
        assertEquals("first\nsecond\n", onlyEntry(archive));
        assertArrayEquals(archive, bytes(delivery(Wrapping.NONE, "a/object.zip")), "a retry writes the same bytes");
        assertTrue(!entryName(archive).equals(entryName(bytes(delivery(Wrapping.NONE, "a/other.zip")))));
    }

    @Test
    void anArchiveOfWrappedRecordsHoldsErrorRecords() throws IOException {
        List<String> lines = onlyEntry(bytes(delivery(Wrapping.DELIVERY_REFUSED, "errors/object.zip"))).lines()
                .toList();
        assertEquals(2, lines.size(), lines.toString());
        for (String line : lines) {
            assertTrue(line.contains("\"errorCode\":\"Sluice.DeliveryRefused\""), line);
        }
    }

    @Test
    void aChunkThatCannotBeReadMakesNoObject() {
        ChunkSource damaged = _ -> new ByteArrayInputStream(new byte[]{1, 2, 3});
        for (Wrapping wrapping : List.of(Wrapping.NONE, Wrapping.DELIVERY_REFUSED)) {
            assertThrows(UncheckedIOException.class,
                    () -> bodies.make(delivery(wrapping, "a/object.zip"), damaged));
        }
    }

    private byte[] bytes(Delivery delivery) throws IOException {
        try (BodyMaker.ObjectBody body = bodies.make(delivery, ObjectBodiesTest::chunk); InputStream in = body.open()) {
            byte[] bytes = in.readAllBytes();
            assertEquals(bytes.length, body.length());
            return bytes;
        }
    }

    private static InputStream chunk(ChunkRef chunk) {
        ByteArrayOutputStream staged = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(Compression.ZIP)) {
            compressor.append(CHUNKS.get((int) chunk.segment()).getBytes(UTF_8));
            compressor.finishTo(staged);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ByteArrayInputStream(staged.toByteArray());
    }

    private static String onlyEntry(byte[] archive) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            assertTrue(zip.getNextEntry() != null);
            String text = new String(zip.readAllBytes(), UTF_8);
            assertNull(zip.getNextEntry());
            return text;
        }
    }

    private static String entryName(byte[] archive) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            ZipEntry entry = zip.getNextEntry();
            return entry == null ? "" : entry.getName();
        }
    }

    private static Delivery delivery(Wrapping wrapping, String key) {
        return new Delivery(new ObjectKey(key), Partition.Kind.DATA, Compression.ZIP,
                List.of(new ChunkRef(0, 0, 3, ChunkForm.READY, 1, 6, 0),
                        new ChunkRef(1, 0, 3, ChunkForm.READY, 1, 7, 0)),
                wrapping,
                new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0));
    }
}
