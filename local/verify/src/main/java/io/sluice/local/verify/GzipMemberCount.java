package io.sluice.local.verify;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Reads a gzip file (RFC 1952) member by member and counts them: many readers stop after the first. Not safe for
/// concurrent use.
final class GzipMemberCount extends Sealed {
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int HEADER_CHECK = 2;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[64 * 1024];
    private int at;
    private int limit;
    private boolean inMember;
    private boolean ended;
    private int members;

    GzipMemberCount(InputStream in) {
        this.in = in;
    }

    /// The number of those that have been begun.
    int members() {
        return members;
    }

    @Override
    int decompress(byte[] to, int offset, int length) throws IOException {
        while (!ended) {
            if (!inMember && !begin()) {
                return -1;
            }
            int read = inflate(to, offset, length);
            if (read > 0) {
                crc.update(to, offset, read);
                return read;
            }
            if (inflater.finished()) {
                finish();
            } else if (inflater.needsDictionary()) {
                throw new IOException("a gzip member asks for a dictionary");
            } else {
                feed();
            }
        }
        return -1;
    }

    private int inflate(byte[] to, int offset, int length) throws IOException {
        try {
            return inflater.inflate(to, offset, length);
        } catch (DataFormatException e) {
            throw new IOException("the compressed data are damaged (" + e.getMessage() + ")", e);
        }
    }

    private void feed() throws IOException {
        if (at == limit && !fill()) {
            throw new EOFException("the file ends too early");
        }
        inflater.setInput(buffer, at, limit - at);
        at = limit;
    }

    private boolean begin() throws IOException {
        if (at == limit && !fill()) {
            ended = true;
            return false;
        }
        if (next() != 0x1F || next() != 0x8B || next() != 8) {
            throw new IOException("there are bytes that are no gzip member");
        }
        int flags = next();
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        for (int texts = Integer.bitCount(flags & (NAME | COMMENT)); texts > 0; texts--) {
            int c;
            do {
                c = next();
            } while (c != 0);
        }
        skip((flags & HEADER_CHECK) != 0 ? 2 : 0);
        inflater.reset();
        crc.reset();
        inMember = true;
        members++;
        return true;
    }

    private void finish() throws IOException {
        at = limit - inflater.getRemaining();
        long sum = four();
        long size = four();
        if (sum != crc.getValue() || size != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new IOException("the checksum does not match");
        }
        inMember = false;
        seal();
    }

    private long four() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            next();
        }
    }

    private int next() throws IOException {
        if (at == limit && !fill()) {
            throw new EOFException("the file ends too early");
        }
        return buffer[at++] & 0xFF;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
