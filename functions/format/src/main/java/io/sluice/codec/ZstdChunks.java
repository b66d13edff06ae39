package io.sluice.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.lang.ref.Cleaner;

/// One zstd frame per 4 MiB of a chunk, each with its content size; the checksum is the chunk's trailer.
final class ZstdChunks extends ChunkCompressor {
    static final int DEFAULT_LEVEL = 3;
    /// Twice the window of the default level, so that cutting a chunk into frames costs next to nothing.
    private static final int FRAME_RAW_BYTES = 4 * 1024 * 1024;

    /// For instances that are let go without being closed; a context has no such net of its own.
    private static final Cleaner CLEANER = Cleaner.create();

    private final ZstdCompressCtx context;
    private final Cleaner.Cleanable cleanable;

    ZstdChunks(int level) {
        super(ChunkCoding.ZSTD, FRAME_RAW_BYTES);
        if (level < 1 || level > Zstd.maxCompressionLevel()) {
            throw new IllegalArgumentException("A zstd level is 1 to " + Zstd.maxCompressionLevel() + ", not " + level);
        }
        context = new ZstdCompressCtx().setLevel(level).setChecksum(false).setContentSize(true);
        cleanable = CLEANER.register(this, context::close);
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
        cleanable.clean();
    }
}
