package io.sluice.input;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Inflater;

/// A compressed input that is read forwards and keeps what it has read from a chosen offset on.
public final class CompressedBytes implements Closeable {
    private static final int READ_BYTES = 32 * 1024;

    private final String name;
    private final InputStream in;
    private byte[] kept = new byte[2 * READ_BYTES];
    /// The input's offset of `kept[0]`.
    private long base;
    private int next;
    private int limit;
    private long keepFrom;

    /// @param name what messages call the input
    public CompressedBytes(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    /// Bytes before `offset` will not be asked for again.
    public void keepFrom(long offset) {
        keepFrom = offset;
    }

    int readByte() throws IOException {
        if (next == limit && !fill()) {
            throw new EOFException();
        }
        return kept[next++] & 0xFF;
    }

    /// Reads as [java.io.InputStream#read(byte[], int, int)] does.
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (atEnd()) {
            return -1;
        }
        int bytes = Math.min(length, limit - next);
        System.arraycopy(kept, next, target, from, bytes);
        next += bytes;
        return bytes;
    }

    int readLittleEndian(int bytes) throws IOException {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= readByte() << (8 * i);
        }
        return value;
    }

    boolean atEnd() throws IOException {
        return next == limit && !fill();
    }

    /// Hands what was read, or more, to an inflater that has no input.
    void feed(Inflater inflater) throws IOException {
        if (atEnd()) {
            throw new EOFException();
        }
        inflater.setInput(kept, next, limit - next);
        next = limit;
    }

    /// Takes back what `inflater` has not used.
    void unfeed(Inflater inflater) {
        next -= inflater.getRemaining();
    }

    /// Moves bytes that were read, or more, after those of a decoder's input.
    ///
    /// @return false at the end
    boolean feed(ByteBuffer input) throws IOException {
        if (atEnd()) {
            return false;
        }
        input.compact();
        int bytes = Math.min(input.remaining(), limit - next);
        input.put(kept, next, bytes).flip();
        next += bytes;
        return true;
    }

    /// The offset of the next byte.
    public long offset() {
        return base + next;
    }

    /// The offset of the next byte, once `inflater` has used what it has.
    long offset(Inflater inflater) {
        return base + next - inflater.getRemaining();
    }

    /// Everything from `offset`, which is kept, to the input's end.
    ///
    /// @param cause why they can't be decompressed, for the message
    /// @throws InputException when that is more than `bytesMax`
    public byte[] rest(long offset, int bytesMax, String cause) throws IOException {
        keepFrom = offset;
        while (fill()) {
            if (base + limit - offset > bytesMax) {
                throw new InputException(name + ": " + cause + "; nothing proves what comes from byte " + offset
                        + " on, and the more than " + bytesMax + " bytes from there to its end are too many for an"
                        + " error record; get the file whole, or "
                        + (offset == 0 ? "leave it out" : "cut it off there (head -c " + offset + ")"));
            }
        }
        return Arrays.copyOfRange(kept, (int) (offset - base), limit);
    }

    /// Reads more; only while no inflater holds input.
    private boolean fill() throws IOException {
        if (kept.length - limit < READ_BYTES) {
            int drop = (int) Math.min(Math.max(keepFrom - base, 0), next);
            System.arraycopy(kept, drop, kept, 0, limit - drop);
            base += drop;
            next -= drop;
            limit -= drop;
        }
        if (kept.length - limit < READ_BYTES) {
            kept = Arrays.copyOf(kept, Math.max(2 * kept.length, limit + READ_BYTES));
        }
        int read = in.read(kept, limit, READ_BYTES);
        limit += Math.max(read, 0);
        return read >= 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
