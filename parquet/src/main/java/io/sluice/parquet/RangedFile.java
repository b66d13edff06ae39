package io.sluice.parquet;

import io.sluice.input.InputException;
import io.sluice.input.RangedBytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/// A Parquet file that is read in ranges, its end first: the footer is there. What cannot be fetched is remembered, so
/// that it is told from what the library makes of it. For one thread.
final class RangedFile implements InputFile {
    /// Bytes at the end that are fetched at once: most footers, and small files as a whole.
    private static final int TAIL_BYTES = 256 << 10;

    private final RangedBytes bytes;
    private final long tailFrom;
    private byte @Nullable [] tail;
    private @Nullable IOException unread;
    private @Nullable RuntimeException failure;

    RangedFile(RangedBytes bytes) {
        this.bytes = bytes;
        this.tailFrom = Math.max(0, bytes.length() - TAIL_BYTES);
    }

    /// Takes a step of the library, which throws whatever it likes for what a file holds.
    ///
    /// @param name what messages call the file
    /// @throws InputException naming the file; what fetching threw is thrown as it is
    <T> T guarded(String name, Step<T> step) throws IOException {
        try {
            return step.take();
        } catch (InputException e) {
            throw e;
        } catch (UnreadableColumnException e) {
            throw new InputException(name + ": " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            rethrow();
            throw new InputException(name + " is not a Parquet file that can be read: " + e.getMessage(), e);
        }
    }

    /// A step that may fail.
    @FunctionalInterface
    interface Step<T> {
        T take() throws IOException;
    }

    private void rethrow() throws IOException {
        if (unread != null) {
            throw unread;
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public long getLength() {
        return bytes.length();
    }

    @Override
    public SeekableInputStream newStream() {
        return new Ranges();
    }

    private void fetch(long offset, ByteBuffer into) throws IOException {
        int length = into.remaining();
        if (offset < 0 || offset + length > bytes.length()) {
            throw new EOFException("bytes " + offset + " to " + (offset + length) + " of a file of " + bytes.length());
        }
        if (offset < tailFrom) {
            into.put(fetch(offset, length));
            return;
        }
        if (tail == null) {
            tail = fetch(tailFrom, (int) (bytes.length() - tailFrom));
        }
        into.put(tail, (int) (offset - tailFrom), length);
    }

    private byte[] fetch(long offset, int length) throws IOException {
        try {
            byte[] read = bytes.read(offset, length);
            if (read.length != length) {
                throw new EOFException(read.length + " bytes came for " + length + " from byte " + offset + " on");
            }
            return read;
        } catch (IOException e) {
            unread = e;
            throw e;
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    private final class Ranges extends SeekableInputStream {
        private long position;

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void seek(long to) {
            position = to;
        }

        @Override
        public void readFully(ByteBuffer into) throws IOException {
            int length = into.remaining();
            fetch(position, into);
            position += length;
        }

        @Override
        public void readFully(byte[] into) throws IOException {
            readFully(ByteBuffer.wrap(into));
        }

        @Override
        public void readFully(byte[] into, int from, int length) throws IOException {
            readFully(ByteBuffer.wrap(into, from, length));
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            int length = (int) Math.min(into.remaining(), bytes.length() - position);
            if (length <= 0) {
                return into.hasRemaining() ? -1 : 0;
            }
            readFully(into.slice(into.position(), length));
            into.position(into.position() + length);
            return length;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return read(ByteBuffer.wrap(into, from, length));
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }
    }
}
