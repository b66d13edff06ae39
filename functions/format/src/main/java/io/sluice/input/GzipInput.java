package io.sluice.input;

import java.io.ByteArrayInputStream;
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
    private static final int FLAGS_RESERVED = 0xE0;

    private enum State {
        HEADER, BODY, TRAILER, END
    }

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final int flagsRefused;
    private State state = State.HEADER;
    private String amiss = "";

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [InputException]
    GzipInput(String name, InputStream in, int restBytesMax) {
        this(name, in, restBytesMax, 0);
    }

    private GzipInput(String name, InputStream in, int restBytesMax, int flagsRefused) {
        super(name, in, restBytesMax);
        this.flagsRefused = flagsRefused;
    }

    /// A record of which nothing is kept where it is broken. It has no flags that RFC 1952 reserves.
    static GzipInput ofRecord(byte[] record) {
        return new GzipInput("a record", new ByteArrayInputStream(record), record.length, FLAGS_RESERVED);
    }

    /// What is wrong with a record that is [#broken], for its producer.
    String amiss() {
        return amiss;
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
        if (stops()) {
            state = State.END;
            return;
        }
        amiss = in.offset() == 0 ? "it is not gzip" : "there is something behind the gzip data";
        if (in.readLittleEndian(2) != MAGIC) {
            throw new DataFormatException("bytes that are no gzip member");
        }
        int method = in.readByte();
        int flags = in.readByte();
        in.readLittleEndian(4);
        in.readLittleEndian(2);
        amiss = "the gzip data uses a method or flags that do not exist";
        if (method != DEFLATE || (flags & flagsRefused) != 0) {
            throw new DataFormatException("bytes that are no gzip member");
        }
        amiss = "the gzip header is cut short";
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
        amiss = "the gzip data is cut short";
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
            amiss = String.valueOf(e.getMessage());
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
        amiss = "the gzip data does not match its checksum";
        if (expected != checksum.getValue() || size != (int) inflater.getBytesWritten()) {
            throw new DataFormatException("the checksum does not match");
        }
        mark(in.offset());
        proven(in.offset());
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
