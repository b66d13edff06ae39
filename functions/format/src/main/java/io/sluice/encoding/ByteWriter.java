package io.sluice.encoding;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Writes Sluice's compact encoding into a growing buffer. Not safe for concurrent use.
public final class ByteWriter {
    private byte[] buffer;
    private int size;
    private byte[] lastText = {};

    public ByteWriter(int expectedBytes) {
        buffer = new byte[Math.max(16, expectedBytes)];
    }

    public int size() {
        return size;
    }

    public ByteWriter octet(int value) {
        ensure(1);
        buffer[size++] = (byte) value;
        return this;
    }

    /// A non-negative integer in 7-bit groups, least significant first; small values are short.
    public ByteWriter varint(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        ensure(10);
        long rest = value;
        while (rest >= 0x80) {
            buffer[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[size++] = (byte) rest;
        return this;
    }

    /// A signed integer, zigzag-encoded: small magnitudes are short. At most 62 bits of magnitude.
    public ByteWriter signed(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    /// Eight bytes, big-endian.
    public ByteWriter fixed64(long value) {
        ensure(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    /// Bytes as they are, without a length.
    public ByteWriter raw(byte[] bytes, int offset, int length) {
        ensure(length);
        System.arraycopy(bytes, offset, buffer, size, length);
        size += length;
        return this;
    }

    /// Bytes with their length.
    public ByteWriter bytes(byte[] bytes) {
        varint(bytes.length);
        return raw(bytes, 0, bytes.length);
    }

    /// UTF-8 text with its length.
    public ByteWriter text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Text as the length that it shares with the last text written this way, and the rest: short for sorted texts.
    public ByteWriter sortedText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int mismatch = Arrays.mismatch(lastText, bytes);
        int shared = mismatch < 0 ? bytes.length : mismatch;
        varint(shared);
        varint(bytes.length - shared);
        raw(bytes, shared, bytes.length - shared);
        lastText = bytes;
        return this;
    }

    /// The CRC-32C of everything so far, four bytes big-endian.
    public ByteWriter checksum() {
        CRC32C crc = new CRC32C();
        crc.update(buffer, 0, size);
        int value = (int) crc.getValue();
        for (int shift = 24; shift >= 0; shift -= 8) {
            octet(value >>> shift);
        }
        return this;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(buffer, size);
    }

    /// Starts over, in the same memory.
    public void clear() {
        size = 0;
        lastText = new byte[0];
    }

    /// The memory, valid until the next write; the first [#size()] bytes are what was written.
    byte[] buffer() {
        return buffer;
    }

    private void ensure(int more) {
        int needed = Math.addExact(size, more);
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer,
                    (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, buffer.length * 2L)));
        }
    }
}
