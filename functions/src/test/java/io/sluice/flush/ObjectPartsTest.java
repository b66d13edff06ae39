package io.sluice.flush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.ChunkReader;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Objects of any mix of plain and ready chunks.
final class ObjectPartsTest {
    private static final int GZIP_MAGIC = 0x1f8b;

    /// Chunks as they are staged, and what they hold.
    private static final class Staged {
        private final Compression compression;
        private final List<ChunkRef> chunks = new ArrayList<>();
        private final ByteArrayOutputStream segment = new ByteArrayOutputStream();
        private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
        private final CompressorPool compressors = new CompressorPool();

        Staged(Compression compression) {
            this.compression = compression;
        }

        void add(byte[] records, ChunkForm form) throws IOException {
            int offset = segment.size();
            byte[] bytes = form == ChunkForm.PLAIN
                    ? records
                    : compressors.compress(compression, compressor -> compressor.append(records));
            segment.writeBytes(bytes);
            raw.writeBytes(records);
            chunks.add(new ChunkRef(0, offset, bytes.length, form, 1, records.length, chunks.size()));
        }

        InputStream open(ChunkRef chunk) {
            return new ByteArrayInputStream(segment.toByteArray(), (int) chunk.offset(), chunk.length());
        }

        Delivery delivery() {
            return new Delivery(new ObjectKey("object"), Partition.Kind.DATA, compression, chunks, Wrapping.NONE,
                    new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0));
        }
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void anyMixOfChunksHoldsItsRecordsInOrder(Compression compression) throws IOException {
        Random random = new Random(5);
        for (int object = 0; object < 200; object++) {
            Staged staged = new Staged(compression);
            for (int i = 1 + random.nextInt(12); i > 0; i--) {
                byte[] records = ("record " + random.nextInt(1_000) + "\n").repeat(random.nextInt(40)).getBytes(UTF_8);
                staged.add(records, random.nextBoolean() ? ChunkForm.PLAIN : ChunkForm.READY);
            }
            for (long heldBytesMax : new long[]{1 << 20, 0}) {
                byte[] bytes = object(staged, heldBytesMax);
                assertArrayEquals(staged.raw.toByteArray(), content(compression, bytes), "object " + object);
                assertArrayEquals(bytes, object(staged, heldBytesMax), "made again");
            }
        }
    }

    @Test
    void plainNeighboursAreOneMemberAndReadyChunksAreMovedAsTheyAre() throws IOException {
        Staged staged = new Staged(Compression.GZIP);
        IntStream.range(0, 50).forEach(i -> add(staged, "plain " + i, ChunkForm.PLAIN));
        assertEquals(1, members(object(staged, 1 << 20)));
        add(staged, "ready", ChunkForm.READY);
        IntStream.range(0, 50).forEach(i -> add(staged, "plain " + i, ChunkForm.PLAIN));
        byte[] object = object(staged, 1 << 20);
        assertEquals(3, members(object));
        byte[] ready = staged.open(staged.chunks.get(50)).readAllBytes();
        assertTrue(indexOf(object, ready) > 0);
    }

    @Test
    void aLongRunIsCutSoThatWhatIsHeldIsBounded() throws IOException {
        Staged staged = new Staged(Compression.GZIP);
        for (int i = 0; i < 9; i++) {
            staged.add(new byte[1 << 20], ChunkForm.PLAIN);
        }
        byte[] object = object(staged, 0);
        assertEquals(3, members(object));
        assertEquals(9 << 20, content(Compression.GZIP, object).length);
    }

    @Test
    void aChunkThatCannotBeReadSpoilsNoObjectAfterIt() throws IOException {
        Staged staged = new Staged(Compression.GZIP);
        add(staged, "one", ChunkForm.PLAIN);
        add(staged, "two", ChunkForm.PLAIN);
        ObjectBodies bodies = new ObjectBodies(1 << 20);
        ChunkSource failing = chunk -> {
            if (chunk.offset() > 0) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "GET");
            }
            return staged.open(chunk);
        };
        assertThrows(StoreException.class, () -> bodies.make(staged.delivery(), failing));
        try (BodyMaker.ObjectBody body = bodies.make(staged.delivery(), staged::open); InputStream in = body.open()) {
            assertEquals("onetwo", new String(new GZIPInputStream(in).readAllBytes(), UTF_8));
        }
    }

    @Test
    void recordsInErrorRecordsAreReadInEitherForm() throws IOException {
        Staged staged = new Staged(Compression.GZIP);
        add(staged, "one", ChunkForm.PLAIN);
        add(staged, "two", ChunkForm.READY);
        Delivery plain = staged.delivery();
        Delivery wrapped = new Delivery(plain.key(), plain.kind(), plain.format(), plain.chunks(), plain.rejects(),
                Wrapping.DELIVERY_REFUSED, plain.failure());
        try (BodyMaker.ObjectBody body = new ObjectBodies(1 << 20).make(wrapped, staged::open);
                InputStream in = body.open()) {
            List<String> lines = new String(new GZIPInputStream(in).readAllBytes(), UTF_8).lines().toList();
            assertTrue(lines.getFirst().contains("\"rawData\":\"b25l\""), lines.getFirst());
            assertTrue(lines.getLast().contains("\"rawData\":\"dHdv\""), lines.getLast());
        }
    }

    private static void add(Staged staged, String record, ChunkForm form) {
        try {
            staged.add(record.getBytes(UTF_8), form);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] object(Staged staged, long heldBytesMax) throws IOException {
        try (BodyMaker.ObjectBody body = new ObjectBodies(heldBytesMax).make(staged.delivery(), staged::open);
                InputStream in = body.open();
                InputStream again = body.open()) {
            byte[] bytes = in.readAllBytes();
            assertEquals(body.length(), bytes.length);
            assertArrayEquals(bytes, again.readAllBytes(), "opened twice");
            return bytes;
        }
    }

    /// What a reader of the object gets.
    private static byte[] content(Compression compression, byte[] object) throws IOException {
        if (compression == Compression.ZIP) {
            try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(object))) {
                assertTrue(zip.getNextEntry() != null);
                return zip.readAllBytes();
            }
        }
        int preamble = compression.preamble().length;
        return ChunkReader.read(compression, new ByteArrayInputStream(object, preamble, object.length - preamble));
    }

    private static int members(byte[] object) {
        return (int) IntStream.range(0, object.length - 9)
                .filter(i -> ((object[i] & 0xff) << 8 | (object[i + 1] & 0xff)) == GZIP_MAGIC && object[i + 2] == 8
                        && object[i + 3] == 0 && (object[i + 9] & 0xff) == 0xff)
                .count();
    }

    private static int indexOf(byte[] in, byte[] what) {
        return IntStream.rangeClosed(0, in.length - what.length)
                .filter(i -> Arrays.equals(in, i, i + what.length, what, 0, what.length)).findFirst()
                .orElse(-1);
    }
}
