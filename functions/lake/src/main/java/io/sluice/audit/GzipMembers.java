package io.sluice.audit;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// The content of gzip members (RFC 1952) one after another, to the end of the stream. `java.util.zip.GZIPInputStream`
/// takes whatever follows a member and is none for the end, without a word.
final class GzipMembers extends InputStream {
    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int METHOD_DEFLATE = 8;
    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;

    private final PushbackInputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private boolean inMember;

    GzipMembers(InputStream in) {
        this.in = new PushbackInputStream(in, BUFFER_BYTES);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] target, int from, int bytesMax) throws IOException {
        if (bytesMax == 0) {
            return 0;
        }
        while (inMember || startsMember()) {
            int bytes = inflate(target, from, bytesMax);
            if (bytes > 0) {
                checksum.update(target, from, bytes);
                return bytes;
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsDictionary()) {
                throw new ZipException("a gzip member asks for a preset dictionary");
            } else if (inflater.needsInput()) {
                feed();
            }
        }
        return -1;
    }

    private int inflate(byte[] target, int from, int bytesMax) throws IOException {
        try {
            return inflater.inflate(target, from, bytesMax);
        } catch (DataFormatException e) {
            throw new ZipException("a gzip member is damaged: " + e.getMessage());
        }
    }

    private void feed() throws IOException {
        buffered = in.read(buffer);
        if (buffered < 0) {
            throw new EOFException("a gzip member is cut short");
        }
        inflater.setInput(buffer, 0, buffered);
    }

    /// Reads the head of a member; false at the end of the stream.
    private boolean startsMember() throws IOException {
        int first = in.read();
        if (first < 0) {
            return false;
        }
        if (first != 0x1F || next() != 0x8B || next() != METHOD_DEFLATE) {
            throw new ZipException("something follows a gzip member that is none");
        }
        int flags = next();
        little(4);
        little(2);
        if ((flags & EXTRA) != 0) {
            in.skipNBytes(little(2));
        }
        for (int texts = Integer.bitCount(flags & (NAME | COMMENT)); texts > 0; texts--) {
            while (next() != 0) {
                // a text ends with a zero
            }
        }
        if ((flags & HEADER_CHECKSUM) != 0) {
            little(2);
        }
        inflater.reset();
        checksum.reset();
        buffered = 0;
        inMember = true;
        return true;
    }

    private void endMember() throws IOException {
        int unused = inflater.getRemaining();
        in.unread(buffer, buffered - unused, unused);
        if (little(4) != checksum.getValue() || little(4) != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new ZipException("a gzip member does not match its checksum");
        }
        inMember = false;
    }

    private long little(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) next() << (8 * i);
        }
        return value;
    }

    private int next() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("a gzip member is cut short");
        }
        return b;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
