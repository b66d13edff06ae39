package io.sluice.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;

/// One zstd frame per 4 MiB of a chunk, each with its content size and checksum.
final class ZstdChunks extends ChunkCompressor {
    static final int DEFAULT_LEVEL = 3;
    /// Twice the window of the default level, so that cutting a chunk into frames costs next to nothing.
    private static final int FRAME_RAW_BYTES = 4 * 1024 * 1024;

    private final ZstdCompressCtx context;

    ZstdChunks(int level) {
        super(FRAME_RAW_BYTES);
        if (level < 1 || level > Zstd.maxCompressionLevel()) {
            throw new IllegalArgumentException("A zstd level is 1 to " + Zstd.maxCompressionLevel() + ", not " + level);
        }
        context = new ZstdCompressCtx().setLevel(level).setChecksum(true).setContentSize(true);
    }

    @Override
    void compress(byte[] raw, int length, ByteBuilder chunk) {
        chunk.reserve(Math.toIntExact(Zstd.compressBound(length)));
        byte[] target = chunk.array();
        int free = target.length - chunk.length();
        chunk.advance(context.compressByteArray(target, chunk.length(), free, raw, 0, length));
    }

    @Override
    public void close() {
        context.close();
    }
}
