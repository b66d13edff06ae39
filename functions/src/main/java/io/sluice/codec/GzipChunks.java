package io.sluice.codec;

import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// One gzip member per chunk, with nothing in its header that the data does not fix: no name, no time, system unknown.
final class GzipChunks extends ChunkCompressor {
    static final int DEFAULT_LEVEL = 6;
    /// Magic, method deflate, no flags, modification time 0, no extra flags, operating system 255 (unknown).
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int RESERVE_BYTES = 512;

    private final Deflater deflater;
    private final CRC32 crc = new CRC32();

    GzipChunks(int level) {
        super(64 * 1024);
        if (level < 0 || level > 9) {
            throw new IllegalArgumentException("A gzip level is 0 to 9, not " + level);
        }
        deflater = new Deflater(level, true);
    }

    @Override
    void compress(byte[] raw, int length, ByteBuilder chunk) {
        if (chunk.length() == 0) {
            chunk.append(HEADER, 0, HEADER.length);
        }
        crc.update(raw, 0, length);
        deflater.setInput(raw, 0, length);
        while (!deflater.needsInput()) {
            deflateInto(chunk);
        }
    }

    @Override
    void finish(ByteBuilder chunk) {
        if (chunk.length() == 0) {
            return;
        }
        deflater.finish();
        while (!deflater.finished()) {
            deflateInto(chunk);
        }
        chunk.appendIntLittleEndian((int) crc.getValue());
        chunk.appendIntLittleEndian((int) deflater.getBytesRead());
        crc.reset();
        deflater.reset();
    }

    private void deflateInto(ByteBuilder chunk) {
        chunk.reserve(RESERVE_BYTES);
        chunk.advance(deflater.deflate(chunk.array(), chunk.length(), chunk.array().length - chunk.length()));
    }

    @Override
    public void close() {
        deflater.end();
    }
}
