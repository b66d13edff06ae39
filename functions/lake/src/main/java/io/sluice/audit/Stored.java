package io.sluice.audit;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// One version of an object, or a file, as it is stored.
///
/// @param length in bytes
/// @param ranges reads a part of it
public record Stored(long length, Ranges ranges) {
    private static final int RANGE_BYTES = 8 << 20;

    /// Reads exactly `length` bytes from `offset` on.
    @FunctionalInterface
    public interface Ranges {
        byte[] read(long offset, int length) throws IOException;
    }

    /// A file as it is now.
    public static Stored file(Path file) throws IOException {
        return new Stored(Files.size(file), (offset, length) -> {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            try (SeekableByteChannel channel = Files.newByteChannel(file)) {
                channel.position(offset);
                while (bytes.hasRemaining()) {
                    if (channel.read(bytes) < 0) {
                        throw new EOFException(file + " ends before byte " + (offset + length));
                    }
                }
            }
            return bytes.array();
        });
    }

    /// All of its bytes, in order.
    InputStream stream() {
        return new Stream();
    }

    private final class Stream extends InputStream {
        private byte[] range = {};
        private int next;
        private long fetched;

        @Override
        public int read() throws IOException {
            return fill() ? Byte.toUnsignedInt(range[next++]) : -1;
        }

        @Override
        public int read(byte[] target, int from, int bytesMax) throws IOException {
            if (bytesMax == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int bytes = Math.min(bytesMax, range.length - next);
            System.arraycopy(range, next, target, from, bytes);
            next += bytes;
            return bytes;
        }

        private boolean fill() throws IOException {
            if (next == range.length && fetched < length) {
                int bytes = (int) Math.min(RANGE_BYTES, length - fetched);
                range = ranges.read(fetched, bytes);
                if (range.length != bytes) {
                    throw new EOFException(range.length + " bytes came for " + bytes + " from byte " + fetched + " on");
                }
                fetched += bytes;
                next = 0;
            }
            return next < range.length;
        }
    }
}
