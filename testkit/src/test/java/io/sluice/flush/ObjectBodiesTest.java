package io.sluice.flush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.SimpleReaders;
import io.sluice.codec.StagedChunk;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.SegmentTable;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Objects of any mix of plain and ready chunks, read by the simplest readers.
final class ObjectBodiesTest {
    private static final long HELD = 1 << 20;
    private static final long NOT_HELD = 0;

    @ParameterizedTest
    @EnumSource(Compression.class)
    void anyMixOfChunksHoldsItsRecordsInOrderInOneMemberFrameOrEntry(Compression compression) throws IOException {
        Random random = new Random(5);
        for (int object = 0; object < 200; object++) {
            StagedFrames staged = new StagedFrames(compression);
            for (int i = 1 + random.nextInt(12); i > 0; i--) {
                byte[] records = ("record " + random.nextInt(1_000) + "\n").repeat(random.nextInt(40)).getBytes(UTF_8);
                staged.add(records, random.nextBoolean() ? ChunkForm.PLAIN : ChunkForm.READY);
            }
            for (long heldBytesMax : new long[]{HELD, NOT_HELD}) {
                byte[] bytes = object(staged, Wrapping.NONE, heldBytesMax);
                assertArrayEquals(staged.raw.toByteArray(), SimpleReaders.read(compression, bytes), "object " + object);
                assertArrayEquals(bytes, object(staged, Wrapping.NONE, heldBytesMax), "made again");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void largeChunksAreRead(Compression compression) throws IOException {
        Random random = new Random(6);
        StagedFrames staged = new StagedFrames(compression);
        for (int length : new int[]{1, 65_536, 131_073, 4_300_001, 5}) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            staged.add(noise, length < 1_024 ? ChunkForm.PLAIN : ChunkForm.READY);
            staged.add("text ".repeat(length / 5 + 1).getBytes(UTF_8), ChunkForm.READY);
        }
        for (long heldBytesMax : new long[]{HELD, NOT_HELD}) {
            assertArrayEquals(staged.raw.toByteArray(),
                    SimpleReaders.read(compression, object(staged, Wrapping.NONE, heldBytesMax)));
        }
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void recordsInErrorRecordsAreOneMemberFrameOrEntryToo(Compression compression) throws IOException {
        StagedFrames staged = new StagedFrames(compression).add("one".getBytes(UTF_8), ChunkForm.PLAIN)
                .add("two".getBytes(UTF_8), ChunkForm.READY);
        List<String> lines = new String(
                SimpleReaders.read(compression, object(staged, Wrapping.DELIVERY_REFUSED, HELD)), UTF_8).lines()
                .toList();
        assertEquals(2, lines.size(), lines.toString());
        assertTrue(lines.getFirst().contains("\"rawData\":\"b25l\""), lines.getFirst());
        assertTrue(lines.getLast().contains("\"rawData\":\"dHdv\""), lines.getLast());
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void recordsThatAreAllEmptyMakeAnObjectThatIsEmpty(Compression compression) throws IOException {
        StagedFrames staged = new StagedFrames(compression).add(new byte[0], ChunkForm.PLAIN);
        assertEquals(0, SimpleReaders.read(compression, object(staged, Wrapping.NONE, HELD)).length);
    }

    /// Of a delivery that was discarded as a whole.
    @ParameterizedTest
    @EnumSource(Compression.class)
    void noChunksMakeAnObjectThatReadersTakeForEmpty(Compression compression) throws IOException {
        for (Wrapping wrapping : new Wrapping[]{Wrapping.NONE, Wrapping.DELIVERY_REFUSED}) {
            StagedFrames staged = new StagedFrames(compression).add("one".getBytes(UTF_8), ChunkForm.PLAIN);
            DeliveryChunks none = staged.deliveryChunks(wrapping).without(Set.copyOf(staged.chunks));
            assertEquals(0, SimpleReaders.read(compression, bytes(none, staged, HELD)).length);
        }
    }

    @Test
    void readyChunksAreMovedAsTheyAre() throws IOException {
        StagedFrames staged = new StagedFrames(Compression.GZIP);
        IntStream.range(0, 50).forEach(i -> staged.add(("plain " + i).getBytes(UTF_8), ChunkForm.PLAIN));
        staged.add("ready".getBytes(UTF_8), ChunkForm.READY);
        IntStream.range(0, 50).forEach(i -> staged.add(("plain " + i).getBytes(UTF_8), ChunkForm.PLAIN));
        byte[] ready = staged.open(staged.chunks.get(50)).open().readAllBytes();
        assertTrue(indexOf(object(staged, Wrapping.NONE, HELD), ready) > 0);
    }

    /// Of all chunks, or of those after the last that is ready, whichever way the last run is compressed; an object
    /// that is not held is compressed twice, and both times the same.
    @ParameterizedTest
    @EnumSource(value = Compression.class, names = {"GZIP", "ZIP"})
    void bothCompressorsMakeObjectsOfTheSameRecords(Compression compression) throws IOException {
        Random random = new Random(11);
        CompressorPool quick = new CompressorPool(0);
        CompressorPool slow = CompressorPool.ofThePlatform();
        for (int object = 0; object < 100; object++) {
            StagedFrames staged = new StagedFrames(compression);
            for (int i = random.nextInt(6); i >= 0; i--) {
                byte[] noise = new byte[random.nextInt(1_000)];
                random.nextBytes(noise);
                byte[] text = ("{\"number\":" + random.nextInt(1_000) + "}\n").repeat(random.nextInt(30))
                        .getBytes(UTF_8);
                staged.add(random.nextInt(4) == 0 ? noise : text,
                        random.nextInt(6) == 0 ? ChunkForm.READY : ChunkForm.PLAIN);
            }
            for (long heldBytesMax : new long[]{HELD, NOT_HELD}) {
                byte[] one = bytes(staged.deliveryChunks(Wrapping.NONE), staged, new ObjectBodies(heldBytesMax, quick));
                byte[] other = bytes(staged.deliveryChunks(Wrapping.NONE), staged,
                        new ObjectBodies(heldBytesMax, slow));
                assertArrayEquals(staged.raw.toByteArray(), SimpleReaders.read(compression, one), "object " + object);
                assertArrayEquals(staged.raw.toByteArray(), SimpleReaders.read(compression, other), "object " + object);
            }
        }
    }

    /// Where java.util.zip makes it, it is no more than that writes itself: header, blocks, trailer.
    @Test
    void anObjectOfPlainChunksIsCompressedWhole() throws IOException {
        StagedFrames staged = new StagedFrames(Compression.GZIP);
        IntStream.range(0, 50).forEach(i -> staged.add(("plain " + i).getBytes(UTF_8), ChunkForm.PLAIN));
        var theirs = new java.io.ByteArrayOutputStream();
        try (var out = new java.util.zip.GZIPOutputStream(theirs)) {
            out.write(staged.raw.toByteArray());
        }
        ObjectBodies bodies = new ObjectBodies(HELD, CompressorPool.ofThePlatform());
        assertEquals(theirs.size(), bytes(staged.deliveryChunks(Wrapping.NONE), staged, bodies).length);
    }

    @Test
    void aLongRunIsCutSoThatWhatIsHeldIsBounded() throws IOException {
        StagedFrames staged = new StagedFrames(Compression.GZIP);
        for (int i = 0; i < 9; i++) {
            staged.add(new byte[1 << 20], ChunkForm.PLAIN);
        }
        assertEquals(3, ObjectPieces.of(staged.chunks).size());
        assertEquals(9 << 20, SimpleReaders.read(Compression.GZIP, object(staged, Wrapping.NONE, NOT_HELD)).length);
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void aChunkThatCannotBeReadMakesNoObjectAndSpoilsNoneAfterIt(Compression compression) throws IOException {
        StagedFrames staged = new StagedFrames(compression).add("one".getBytes(UTF_8), ChunkForm.PLAIN)
                .add("two".getBytes(UTF_8), ChunkForm.PLAIN);
        ObjectBodies bodies = new ObjectBodies(HELD);
        for (Wrapping wrapping : List.of(Wrapping.NONE, Wrapping.DELIVERY_REFUSED)) {
            assertThrows(StoreException.class, () -> {
                try (BodyMaker.ObjectBody body = bodies.make(staged.deliveryChunks(wrapping), new Failing(staged));
                        InputStream in = body.open()) {
                    in.readAllBytes();
                }
            });
        }
        try (BodyMaker.ObjectBody body = bodies.make(staged.deliveryChunks(Wrapping.NONE), staged);
                InputStream in = body.open()) {
            assertEquals("onetwo", new String(SimpleReaders.read(compression, in.readAllBytes()), UTF_8));
        }
    }

    @Test
    void anArchiveIsNamedByItsKey() throws IOException {
        StagedFrames staged = new StagedFrames(Compression.ZIP).add("one".getBytes(UTF_8), ChunkForm.READY);
        assertFalse(Arrays.equals(bytes(staged.deliveryChunks(Wrapping.NONE, "a"), staged, HELD),
                bytes(staged.deliveryChunks(Wrapping.NONE, "b"), staged, HELD)));
    }

    /// Fails at the second chunk.
    private record Failing(StagedFrames staged) implements ChunkSource {
        @Override
        public SegmentTable segments() {
            return staged.segments();
        }

        @Override
        public StagedChunk open(ChunkRef chunk) {
            if (chunk.offset() > 0) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "GET");
            }
            return staged.open(chunk);
        }

        @Override
        public List<DamagedChunk> damaged(List<ChunkRef> chunks) {
            return List.of();
        }
    }

    private static byte[] object(StagedFrames staged, Wrapping wrapping, long heldBytesMax) throws IOException {
        return bytes(staged.deliveryChunks(wrapping), staged, heldBytesMax);
    }

    private static byte[] bytes(DeliveryChunks deliveryChunks, StagedFrames staged, long heldBytesMax)
            throws IOException {
        return bytes(deliveryChunks, staged, new ObjectBodies(heldBytesMax));
    }

    private static byte[] bytes(DeliveryChunks deliveryChunks, StagedFrames staged, ObjectBodies bodies)
            throws IOException {
        try (BodyMaker.ObjectBody body = bodies.make(deliveryChunks, staged);
                InputStream in = body.open();
                InputStream again = body.open()) {
            byte[] bytes = in.readAllBytes();
            assertEquals(body.length(), bytes.length);
            assertArrayEquals(bytes, again.readAllBytes(), "opened twice");
            return bytes;
        }
    }

    private static int indexOf(byte[] in, byte[] what) {
        return IntStream.rangeClosed(0, in.length - what.length)
                .filter(i -> Arrays.equals(in, i, i + what.length, what, 0, what.length)).findFirst()
                .orElse(-1);
    }
}
