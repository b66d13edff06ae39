package io.sluice.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Bytes that are written at the end and read all at once; it keeps its memory when it is cleared.
final class ByteBuilder {
    private byte[] bytes = new byte[1024];
    private int length;

    int length() {
        return length;
    }

    /// The memory, valid until the next [#reserve]; free from [#length()] on.
    byte[] array() {
        return bytes;
    }

    /// Makes sure that `more` bytes fit after the end.
    void reserve(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, bytes.length * 2L)));
        }
    }

    /// Takes in `more` bytes that were written into [#array()] after the end.
    void advance(int more) {
        length += more;
    }

    void append(byte[] data, int offset, int count) {
        reserve(count);
        System.arraycopy(data, offset, bytes, length, count);
        length += count;
    }

    void appendIntBigEndian(int value) {
        reserve(Integer.BYTES);
        putIntBigEndian(length, value);
        length += Integer.BYTES;
    }

    void putIntBigEndian(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    void appendIntLittleEndian(int value) {
        appendIntBigEndian(Integer.reverseBytes(value));
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    void clear() {
        length = 0;
    }
}
