package io.sluice.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// The end of a chunk's frame in a segment, little-endian: for deflated chunks the CRC-32 of the raw bytes, which their
/// object's own checksum is combined from; then, for all, the CRC-32C of everything before it in the frame.
final class ChunkTrailer {
    private static final int CHECK_BYTES = Integer.BYTES;
    private static final int RAW_BYTES = Integer.BYTES;

    private ChunkTrailer() {}

    static int bytes(ChunkCoding coding) {
        return coding == ChunkCoding.DEFLATE ? RAW_BYTES + CHECK_BYTES : CHECK_BYTES;
    }

    /// Ends the frame that `frame` holds the content of.
    ///
    /// @param rawCrc the CRC-32 of the raw bytes; not used where chunks are not deflated
    static void append(ChunkCoding coding, int rawCrc, ByteBuilder frame) {
        if (coding == ChunkCoding.DEFLATE) {
            frame.appendIntLittleEndian(rawCrc);
        }
        frame.appendIntLittleEndian(check(frame.array(), 0, frame.length()));
    }

    /// Tests whether a frame's bytes are what was staged.
    static boolean holds(byte[] bytes, int offset, int length) {
        int content = length - CHECK_BYTES;
        return content >= 0 && check(bytes, offset, content) == intAt(bytes, offset + content);
    }

    /// The CRC-32 of the raw bytes of a frame that [#holds].
    static int rawCrc(ChunkCoding coding, byte[] bytes, int offset, int length) {
        return coding == ChunkCoding.DEFLATE ? intAt(bytes, offset + length - CHECK_BYTES - RAW_BYTES) : 0;
    }

    private static int check(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    private static int intAt(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes, at, Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }
}
