package io.sluice.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Compresses chunks one after another: any number of appends, then one finish.
///
/// A batch may have tens of thousands of chunks of a hundred bytes, or one of several megabytes. One instance serves
/// them all and keeps its native state and its buffers from chunk to chunk; it belongs to one thread. The same appended
/// bytes give the same chunk, however they were cut into appends.
public abstract sealed class ChunkCompressor implements AutoCloseable
        permits StoredChunks, DeflateChunks, ZstdChunks, SnappyChunks {

    private final ChunkCoding coding;
    private final int blockBytes;
    private byte[] block;
    private int blockLength;
    private boolean begun;
    private final ByteBuilder chunk = new ByteBuilder();

    /// @param blockBytes most raw bytes that are handed to [#compress] at once
    ChunkCompressor(ChunkCoding coding, int blockBytes) {
        this.coding = coding;
        this.blockBytes = blockBytes;
        this.block = new byte[Math.min(blockBytes, 8 * 1024)];
    }

    /// A compressor of chunks of a coding, at its default level.
    public static ChunkCompressor of(ChunkCoding coding) {
        return switch (coding) {
            case PLAIN -> new StoredChunks();
            case DEFLATE -> new DeflateChunks(Deflation.DEFAULT_LEVEL);
            case ZSTD -> new ZstdChunks(ZstdChunks.DEFAULT_LEVEL);
            case SNAPPY -> new SnappyChunks(SnappyFraming.XERIAL);
            case HADOOP_SNAPPY -> new SnappyChunks(SnappyFraming.HADOOP);
        };
    }

    /// A compressor of deflated chunks.
    ///
    /// @param level 0 (stored) to 9 (smallest); the default is 6
    public static ChunkCompressor deflate(int level) {
        return new DeflateChunks(level);
    }

    /// A compressor of zstd chunks.
    ///
    /// @param level 1 to 22; the default is 3
    public static ChunkCompressor zstd(int level) {
        return new ZstdChunks(level);
    }

    /// Adds bytes to the current chunk. They are copied: the caller may reuse the array.
    public final void append(byte[] data, int offset, int length) {
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int taken = Math.min(end - from, blockBytes - blockLength);
            makeRoom(taken);
            System.arraycopy(data, from, block, blockLength, taken);
            blockLength += taken;
            from += taken;
            if (blockLength == blockBytes) {
                compressBlock();
            }
        }
    }

    /// Adds a whole array, see [#append(byte[], int, int)].
    public final void append(byte[] data) {
        append(data, 0, data.length);
    }

    /// Ends the current chunk, writes its frame, content and trailer, and starts the next one. A chunk
    /// without any bytes is written as nothing.
    ///
    /// @return the frame's length in bytes
    /// @throws IOException what `out` throws; the chunk is then lost, and the next one starts clean
    public final int finishTo(OutputStream out) throws IOException {
        if (blockLength > 0) {
            compressBlock();
        }
        try {
            if (begun) {
                ChunkTrailer.append(coding, finish(chunk), chunk);
            }
            chunk.writeTo(out);
            return chunk.length();
        } finally {
            begun = false;
            chunk.clear();
        }
    }

    /// Ends the current chunk as [#finishTo] does, and writes it without its trailer.
    final void finishBlocksTo(OutputStream out) throws IOException {
        if (blockLength > 0) {
            compressBlock();
        }
        try {
            if (begun) {
                finish(chunk);
            }
            chunk.writeTo(out);
        } finally {
            begun = false;
            chunk.clear();
        }
    }

    /// Frees native memory. The instance cannot be used afterwards.
    @Override
    public void close() {}

    /// Compresses 1 to `blockBytes` bytes, the chunk's next, onto the end of `chunk`.
    abstract void compress(byte[] raw, int length, ByteBuilder chunk);

    /// Completes the chunk, of which something was compressed since the last call.
    ///
    /// @return the CRC-32 of its raw bytes where the trailer has it, else 0
    int finish(ByteBuilder chunk) {
        return 0;
    }

    private void compressBlock() {
        int length = blockLength;
        blockLength = 0;
        begun = true;
        compress(block, length, chunk);
    }

    private void makeRoom(int more) {
        int needed = blockLength + more;
        if (needed > block.length) {
            block = Arrays.copyOf(block, Math.min(blockBytes, Math.max(needed, block.length * 2)));
        }
    }
}
