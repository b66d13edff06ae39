package io.sluice.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.xerial.snappy.Snappy;

/// Chunks of Snappy blocks in one of the two framings, without any header.
final class SnappyChunks extends ChunkCompressor {
    private final SnappyFraming framing;

    SnappyChunks(SnappyFraming framing) {
        super(framing == SnappyFraming.HADOOP ? ChunkCoding.HADOOP_SNAPPY : ChunkCoding.SNAPPY,
                framing.blockRawBytes());
        this.framing = framing;
    }

    @Override
    void compress(byte[] raw, int length, ByteBuilder chunk) {
        if (framing == SnappyFraming.HADOOP) {
            chunk.appendIntBigEndian(length);
        }
        chunk.reserve(Integer.BYTES + Snappy.maxCompressedLength(length));
        int lengthAt = chunk.length();
        int compressed = compressBehind(raw, length, chunk, lengthAt + Integer.BYTES);
        chunk.putIntBigEndian(lengthAt, compressed);
        chunk.advance(Integer.BYTES + compressed);
    }

    private static int compressBehind(byte[] raw, int length, ByteBuilder chunk, int at) {
        try {
            return Snappy.compress(raw, 0, length, chunk.array(), at);
        } catch (IOException e) {
            throw new UncheckedIOException("Snappy could not compress a block of " + length + " bytes", e);
        }
    }
}
