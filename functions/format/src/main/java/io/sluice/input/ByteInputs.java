package io.sluice.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/// Opens inputs: decompressed where they start with the mark of gzip or zstd, as they are where not.
public final class ByteInputs {
    private ByteInputs() {}

    /// @param name         what messages call the input
    /// @param in           closed with the result
    /// @param restBytesMax the longest rest of broken gzip or zstd that is kept; a longer one is an [InputException]
    public static ByteInput open(String name, InputStream in, int restBytesMax) throws IOException {
        var start = new PushbackInputStream(in, Format.HEAD_BYTES);
        byte[] head = start.readNBytes(Format.HEAD_BYTES);
        start.unread(head);
        return switch (Format.of(head)) {
            case GZIP -> new GzipInput(name, start, restBytesMax);
            case ZSTD -> new ZstdInput(name, start, restBytesMax);
            case TEXT, PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> new PlainInput(start);
        };
    }

    /// Bytes as they are, whatever they begin with.
    public static ByteInput plain(InputStream in) {
        return new PlainInput(in);
    }

    /// The same as a stream, which fails where decompressing breaks off.
    ///
    /// @param name what messages call the input
    /// @param in   closed with the result
    public static InputStream stream(String name, InputStream in) throws IOException {
        return new DecodedStream(open(name, in, Integer.MAX_VALUE));
    }

    private static final class DecodedStream extends InputStream {
        private final ByteInput bytes;

        DecodedStream(ByteInput bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            bytes.recordsBefore(Long.MAX_VALUE);
            int read = bytes.read(target, from, length);
            if (read < 0 && bytes.broken()) {
                throw new EOFException("its compressed bytes are damaged, or end too early, after byte "
                        + bytes.consumed());
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }
}
