package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.airlift.compress.v3.snappy.SnappyHadoopStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.SnappyHadoopCompatibleOutputStream;
import org.xerial.snappy.SnappyInputStream;
import org.xerial.snappy.SnappyOutputStream;

/// Reads objects with readers that are not the writer's own.
final class ObjectFormatsTest {
    private static final UUID ENTRY = UUID.fromString("046b6c7f-0b8a-43b9-b35d-6489e6daee91");

    @Test
    void gzipMembersReadAsOneFile() throws IOException {
        JoinedObject object = JoinedObject.of(Compression.GZIP);
        assertArrayEquals(object.raw(), new GZIPInputStream(in(object.bytes())).readAllBytes());
    }

    @Test
    void zstdFramesReadAsOneFileByTheReferenceImplementation() throws IOException {
        JoinedObject object = JoinedObject.of(Compression.ZSTD);
        try (InputStream content = new com.github.luben.zstd.ZstdInputStream(in(object.bytes()))) {
            assertArrayEquals(object.raw(), content.readAllBytes());
        }
    }

    @Test
    void zstdFramesReadAsOneFileInPlainJava() throws IOException {
        JoinedObject object = JoinedObject.of(Compression.ZSTD);
        try (InputStream content = new io.airlift.compress.v3.zstd.ZstdInputStream(in(object.bytes()))) {
            assertArrayEquals(object.raw(), content.readAllBytes());
        }
    }

    @Test
    void hadoopSnappyBlocksReadAsOneFile() throws IOException {
        JoinedObject object = JoinedObject.of(Compression.HADOOP_SNAPPY);
        try (InputStream content = new SnappyHadoopStreams().createInputStream(in(object.bytes()))) {
            assertArrayEquals(object.raw(), content.readAllBytes());
        }
    }

    @Test
    void aHadoopSnappyChunkIsFramedAsByTheXerialLibrary() throws IOException {
        byte[] data = JoinedObject.text(new Random(5), 20_000);
        ByteArrayOutputStream theirs = new ByteArrayOutputStream();
        try (SnappyHadoopCompatibleOutputStream out = new SnappyHadoopCompatibleOutputStream(theirs)) {
            out.write(data);
        }
        assertArrayEquals(theirs.toByteArray(), chunk(Compression.HADOOP_SNAPPY, data));
    }

    @Test
    void snappyBlocksReadAsOneFile() throws IOException {
        JoinedObject object = JoinedObject.of(Compression.SNAPPY);
        assertArrayEquals(object.raw(), new SnappyInputStream(in(object.bytes())).readAllBytes());
    }

    @Test
    void aSnappyObjectIsTheStreamThatTheXerialLibraryWrites() throws IOException {
        byte[] data = JoinedObject.text(new Random(5), 100_000);
        ByteArrayOutputStream theirs = new ByteArrayOutputStream();
        try (SnappyOutputStream out = new SnappyOutputStream(theirs)) {
            out.write(data);
        }
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        ours.write(Compression.SNAPPY.preamble());
        ours.write(chunk(Compression.SNAPPY, data));
        assertArrayEquals(theirs.toByteArray(), ours.toByteArray());
    }

    @Test
    void aZipObjectHasOneDeflatedEntryNamedByAUuid() throws IOException {
        JoinedObject staged = JoinedObject.of(Compression.ZIP);
        try (ZipInputStream zip = new ZipInputStream(in(zip(staged.bytes())))) {
            ZipEntry entry = zip.getNextEntry();
            assertEquals(ENTRY.toString(), String.valueOf(entry));
            assertArrayEquals(staged.raw(), zip.readAllBytes());
            assertNull(zip.getNextEntry());
        }
    }

    @Test
    void theSameChunksGiveTheSameZip() throws IOException {
        byte[] staged = JoinedObject.of(Compression.ZIP).bytes();
        assertArrayEquals(zip(staged), zip(staged));
    }

    @Test
    void chunksThatAreCutShortMakeNoZip() throws IOException {
        byte[] staged = JoinedObject.of(Compression.ZIP).bytes();
        for (int length : new int[]{staged.length - 1, staged.length - 20, staged.length / 2, 3}) {
            assertThrows(IOException.class, () -> zip(Arrays.copyOf(staged, length)), () -> length + " bytes");
        }
    }

    @Test
    void chunksThatComeInDripsMakeTheSameZip() throws IOException {
        byte[] staged = chunk(Compression.ZIP, JoinedObject.text(new Random(9), 3_000));
        InputStream drips = new ByteArrayInputStream(staged) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 7));
            }
        };
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        ObjectTranscoder.zip(drips, ENTRY, object);
        assertArrayEquals(zip(staged), object.toByteArray());
    }

    @Test
    void aDamagedChunkMakesNoZip() throws IOException {
        byte[] staged = JoinedObject.of(Compression.ZIP).bytes();
        staged[staged.length / 2] ^= 1;
        assertThrows(IOException.class, () -> zip(staged));
    }

    @Test
    void transcodingLeavesTheCallersStreamsOpen() throws IOException {
        boolean[] closed = {false};
        InputStream chunks = new ByteArrayInputStream(chunk(Compression.ZIP, new byte[]{1})) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        ByteArrayOutputStream object = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        ObjectTranscoder.zip(chunks, ENTRY, object);
        assertFalse(closed[0]);
    }

    @Test
    void onlyZipNeedsTranscoding() {
        for (Compression compression : Compression.values()) {
            assertEquals(compression != Compression.ZIP, compression.concatenates());
            assertTrue(compression.staged().concatenates());
            assertEquals(compression, Compression.of(compression.wireName()).orElseThrow());
        }
    }

    private static byte[] zip(byte[] staged) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        ObjectTranscoder.zip(in(staged), ENTRY, object);
        return object.toByteArray();
    }

    private static byte[] chunk(Compression compression, byte[] data) throws IOException {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        try (ChunkCompressor compressor = ChunkCompressor.of(compression)) {
            compressor.append(data);
            compressor.finishTo(chunk);
        }
        return chunk.toByteArray();
    }

    private static ByteArrayInputStream in(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }
}
