package io.sluice.codec;

/// Chunks of deflate blocks that end with a sync flush.
final class DeflateChunks extends ChunkCompressor {
    private final Deflation deflation;

    DeflateChunks(int level) {
        super(ChunkCoding.DEFLATE, 64 * 1024);
        deflation = new Deflation(level);
    }

    @Override
    void compress(byte[] raw, int length, ByteBuilder chunk) {
        deflation.deflate(raw, 0, length, chunk);
    }

    @Override
    int finish(ByteBuilder chunk) {
        return deflation.end(Deflation.End.OPEN, chunk);
    }

    @Override
    public void close() {
        deflation.close();
    }
}
