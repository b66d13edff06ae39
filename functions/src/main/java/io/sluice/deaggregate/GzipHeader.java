package io.sluice.deaggregate;

import java.util.zip.DataFormatException;

/// The header of a gzip member (RFC 1952, section 2.3), of which only the length matters.
final class GzipHeader {
    private static final int FIXED_BYTES = 10;
    private static final int METHOD_DEFLATE = 8;
    private static final int HEADER_CHECKSUM = 1 << 1;
    private static final int EXTRA = 1 << 2;
    private static final int NAME = 1 << 3;
    private static final int COMMENT = 1 << 4;
    private static final int RESERVED = 0xe0;

    private final byte[] data;
    private int at;

    private GzipHeader(byte[] data, int at) {
        this.data = data;
        this.at = at;
    }

    /// The offset after the header that is at `start`.
    ///
    /// @throws DataFormatException when there is none
    static int endOf(byte[] data, int start) throws DataFormatException {
        return new GzipHeader(data, start).end();
    }

    private int end() throws DataFormatException {
        if (data.length - at < FIXED_BYTES || (data[at] & 0xff) != 0x1f || (data[at + 1] & 0xff) != 0x8b) {
            throw new DataFormatException(at == 0 ? "it is not gzip" : "there is something behind the gzip data");
        }
        int flags = data[at + 3];
        if (data[at + 2] != METHOD_DEFLATE || (flags & RESERVED) != 0) {
            throw new DataFormatException("the gzip data uses a method or flags that do not exist");
        }
        at += FIXED_BYTES;
        if ((flags & EXTRA) != 0) {
            skip(2 + (byteAt(at) | (byteAt(at + 1) << 8)));
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2);
        }
        return at;
    }

    private void skipText() throws DataFormatException {
        while (byteAt(at) != 0) {
            at++;
        }
        at++;
    }

    private void skip(int count) throws DataFormatException {
        if (count > data.length - at) {
            throw cutShort();
        }
        at += count;
    }

    private int byteAt(int index) throws DataFormatException {
        if (index >= data.length) {
            throw cutShort();
        }
        return data[index] & 0xff;
    }

    private static DataFormatException cutShort() {
        return new DataFormatException("the gzip header is cut short");
    }
}
