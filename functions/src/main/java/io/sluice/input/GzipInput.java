package io.sluice.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Decompresses gzip (RFC 1952), members one after another included.
final class GzipInput extends DecompressedInput {
    private static final int MAGIC = 0x8B1F;
    private static final int DEFLATE = 8;
    private static final int FLAG_HEADER_CHECKSUM = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private enum State {
        HEADER, BODY, TRAILER, END
    }

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private State state = State.HEADER;

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [InputException]
    GzipInput(String name, InputStream in, int restBytesMax) {
        super(name, in, restBytesMax);
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int read = 0;
        while (read == 0 && state != State.END) {
            try {
                switch (state) {
                    case HEADER -> header();
                    case BODY -> read = inflate(target, from, length);
                    case TRAILER -> trailer();
                    case END -> throw new AssertionError();
                }
            } catch (DataFormatException e) {
                end("the compressed data are damaged (" + e.getMessage() + ")");
            } catch (EOFException e) {
                end("the file ends too early");
            }
        }
        return read == 0 ? -1 : read;
    }

    private void end(String cause) {
        state = State.END;
        breakOff(cause);
    }

    private void header() throws IOException, DataFormatException {
        if (in.readLittleEndian(2) != MAGIC || in.readByte() != DEFLATE) {
            throw new DataFormatException("bytes that are no gzip member");
        }
        int flags = in.readByte();
        in.readLittleEndian(4);
        in.readLittleEndian(2);
        if ((flags & FLAG_EXTRA) != 0) {
            for (int left = in.readLittleEndian(2); left > 0; left--) {
                in.readByte();
            }
        }
        for (int texts = Integer.bitCount(flags & (FLAG_NAME | FLAG_COMMENT)); texts > 0; texts--) {
            skipText();
        }
        if ((flags & FLAG_HEADER_CHECKSUM) != 0) {
            in.readLittleEndian(2);
        }
        inflater.reset();
        checksum.reset();
        state = State.BODY;
    }

    private void skipText() throws IOException {
        int character;
        do {
            character = in.readByte();
        } while (character != 0);
    }

    private int inflate(byte[] target, int from, int length) throws IOException, DataFormatException {
        if (inflater.needsInput()) {
            in.feed(inflater);
        }
        mark(in.offset(inflater));
        long before = inflater.getBytesWritten();
        try {
            inflater.inflate(target, from, length);
        } catch (DataFormatException e) {
            if (inflater.getBytesWritten() == before) {
                throw e;
            }
            end("the compressed data are damaged (" + e.getMessage() + ")");
        }
        int read = (int) (inflater.getBytesWritten() - before);
        checksum.update(target, from, read);
        decompressed(read);
        if (inflater.needsDictionary()) {
            throw new DataFormatException("a preset dictionary is asked for");
        }
        if (inflater.finished()) {
            in.unfeed(inflater);
            state = State.TRAILER;
        }
        return read;
    }

    private void trailer() throws IOException, DataFormatException {
        mark(in.offset());
        long expected = Integer.toUnsignedLong(in.readLittleEndian(4));
        int size = in.readLittleEndian(4);
        if (expected != checksum.getValue() || size != (int) inflater.getBytesWritten()) {
            throw new DataFormatException("the checksum does not match");
        }
        mark(in.offset());
        state = in.atEnd() ? State.END : State.HEADER;
    }

    @Override
    public long consumed() {
        return state == State.BODY ? in.offset(inflater) : in.offset();
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        super.close();
    }
}
