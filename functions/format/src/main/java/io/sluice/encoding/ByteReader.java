package io.sluice.encoding;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Reads what [ByteWriter] wrote, within bounds: bytes that end early or hold impossible lengths give a
/// [MalformedEncodingException], never another exception. Not safe for concurrent use.
public final class ByteReader {
    private static final int CHECKSUM_BYTES = 4;

    private final byte[] bytes;
    private final int end;
    private int position;
    private byte[] lastText = {};
    private int lastTextLength;

    public ByteReader(byte[] bytes) {
        this(bytes, bytes.length);
    }

    private ByteReader(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    /// A reader over `bytes` less the checksum at their end, which must be right.
    ///
    /// @param what names the bytes in the message
    /// @throws MalformedEncodingException when it is not
    public static ByteReader checked(byte[] bytes, String what) {
        int body = bytes.length - CHECKSUM_BYTES;
        if (body < 0) {
            throw new MalformedEncodingException(what + " has " + bytes.length + " bytes, too few to hold a checksum");
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, body);
        int stored = 0;
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            stored = (stored << 8) | (bytes[body + i] & 0xFF);
        }
        if (stored != (int) crc.getValue()) {
            throw new MalformedEncodingException(what + " fails its checksum: its bytes were changed after Sluice wrote"
                    + " them; restore them from a copy (docs/how-to/operations.md, disaster recovery)");
        }
        return new ByteReader(bytes, body);
    }

    public boolean atEnd() {
        return position >= end;
    }

    public int octet() {
        need(1);
        return bytes[position++] & 0xFF;
    }

    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int octet = octet();
            value |= (long) (octet & 0x7F) << shift;
            if (octet < 0x80) {
                return value;
            }
        }
        throw new MalformedEncodingException("a number does not end at byte " + position);
    }

    /// A [#varint] that must fit a non-negative int.
    public int length() {
        long value = varint();
        if (value > Integer.MAX_VALUE) {
            throw new MalformedEncodingException("length " + value + " at byte " + position);
        }
        return (int) value;
    }

    /// A number of items of at least `bytesEach` bytes that follow; never more than the bytes that are left can hold.
    public int count(int bytesEach) {
        int count = length();
        if ((long) count * bytesEach > end - position) {
            throw new MalformedEncodingException(count + " items at byte " + position + " of " + end);
        }
        return count;
    }

    public long signed() {
        long zigzag = varint();
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    public long fixed64() {
        need(8);
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = (value << 8) | (bytes[position++] & 0xFF);
        }
        return value;
    }

    public byte[] raw(int length) {
        need(length);
        byte[] copy = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return copy;
    }

    /// All bytes that are left.
    public byte[] rest() {
        return raw(end - position);
    }

    public byte[] bytes() {
        return raw(length());
    }

    public String text() {
        int length = length();
        need(length);
        String text = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return text;
    }

    public String sortedText() {
        int shared = length();
        int rest = length();
        if (shared > lastTextLength) {
            throw new MalformedEncodingException("a text shares " + shared + " bytes with one of " + lastTextLength);
        }
        need(rest);
        if (shared + rest > lastText.length) {
            lastText = Arrays.copyOf(lastText, Math.max(shared + rest, 2 * lastText.length));
        }
        System.arraycopy(bytes, position, lastText, shared, rest);
        position += rest;
        lastTextLength = shared + rest;
        return new String(lastText, 0, lastTextLength, StandardCharsets.UTF_8);
    }

    private void need(int length) {
        if (length > end - position) {
            throw new MalformedEncodingException(
                    "the bytes end at " + end + " where " + length + " more are needed at " + position);
        }
    }
}
