package io.sluice.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/// Opens inputs: decompressed where they start with the mark of gzip or zstd, as they are where not.
public final class ByteInputs {
    private ByteInputs() {}

    /// @param name         what messages call the input
    /// @param in           closed with the result
    /// @param restBytesMax the longest rest of a broken gzip that is kept; a longer one is an [InputException]
    public static ByteInput open(String name, InputStream in, int restBytesMax) throws IOException {
        var start = new PushbackInputStream(in, Format.HEAD_BYTES);
        byte[] head = start.readNBytes(Format.HEAD_BYTES);
        start.unread(head);
        return switch (Format.of(head)) {
            case GZIP -> new GzipInput(name, start, restBytesMax);
            case ZSTD -> new ZstdInput(start);
            case TEXT, PARQUET, ORC, AVRO, ZIP, SNAPPY, BZIP2 -> new PlainInput(start);
        };
    }
}
