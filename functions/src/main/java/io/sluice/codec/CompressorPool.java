package io.sluice.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Compressors that are kept from chunk to chunk, for threads that come and go: there are never more than were at work at
/// once. Safe for concurrent use.
public final class CompressorPool {
    private final Map<Compression, Queue<ChunkCompressor>> idle = new EnumMap<>(Compression.class);

    public CompressorPool() {
        for (Compression compression : Compression.values()) {
            idle.put(compression, new ConcurrentLinkedQueue<>());
        }
    }

    /// Appends a chunk's raw bytes.
    @FunctionalInterface
    public interface Content {
        void appendTo(ChunkCompressor compressor) throws IOException;
    }

    /// One chunk.
    ///
    /// @param objects the format of the objects that it is for
    /// @throws IOException what `content` throws
    public byte[] compress(Compression objects, Content content) throws IOException {
        Queue<ChunkCompressor> pool = idle.getOrDefault(objects.staged(), new ConcurrentLinkedQueue<>());
        ChunkCompressor compressor = pool.poll();
        if (compressor == null) {
            compressor = ChunkCompressor.of(objects);
        }
        boolean clean = false;
        try {
            content.appendTo(compressor);
            ByteArrayOutputStream chunk = new ByteArrayOutputStream(1024);
            compressor.finishTo(chunk);
            clean = true;
            return chunk.toByteArray();
        } finally {
            if (clean) {
                pool.add(compressor);
            } else {
                compressor.close();
            }
        }
    }
}
