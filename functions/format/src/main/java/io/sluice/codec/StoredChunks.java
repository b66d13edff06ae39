package io.sluice.codec;

/// Chunks that are the appended bytes themselves.
final class StoredChunks extends ChunkCompressor {
    StoredChunks() {
        super(ChunkCoding.PLAIN, 64 * 1024);
    }

    @Override
    void compress(byte[] raw, int length, ByteBuilder chunk) {
        chunk.append(raw, 0, length);
    }
}
