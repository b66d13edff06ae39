package io.sluice.codec;

import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Deflates one run of bytes after another, with the CRC-32 of each. It keeps its native state from run to run and
/// belongs to one thread.
final class Deflation implements AutoCloseable {
    static final int DEFAULT_LEVEL = 6;
    private static final int STEP_BYTES = 512;
    /// More than zlib holds back, so that a flush never fills the room that it has: zlib would write its marker twice.
    private static final int END_BYTES = 192 * 1024;

    private final Deflater deflater;
    private final CRC32 crc = new CRC32();

    /// The end of a run.
    enum End {
        /// On a byte's boundary, so that another run or the final block may follow.
        OPEN,
        /// With the final block.
        FINAL
    }

    /// @param level 0 (stored) to 9 (smallest)
    Deflation(int level) {
        if (level < 0 || level > 9) {
            throw new IllegalArgumentException("A deflate level is 0 to 9, not " + level);
        }
        deflater = new Deflater(level, true);
    }

    void deflate(byte[] raw, int offset, int length, ByteBuilder to) {
        crc.update(raw, offset, length);
        deflater.setInput(raw, offset, length);
        while (!deflater.needsInput()) {
            to.reserve(STEP_BYTES);
            to.advance(deflater.deflate(to.array(), to.length(), to.array().length - to.length()));
        }
    }

    /// Ends the run; the next one starts clean.
    ///
    /// @return the CRC-32 of the run's raw bytes
    int end(End end, ByteBuilder to) {
        if (end == End.FINAL) {
            deflater.finish();
        }
        int free;
        int written;
        do {
            to.reserve(END_BYTES);
            free = to.array().length - to.length();
            written = deflater.deflate(to.array(), to.length(), free, Deflater.SYNC_FLUSH);
            to.advance(written);
        } while (written == free);
        int sum = (int) crc.getValue();
        crc.reset();
        deflater.reset();
        return sum;
    }

    @Override
    public void close() {
        deflater.end();
    }
}
