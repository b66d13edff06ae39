package io.sluice.local.input;

import io.sluice.input.RangedBytes;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.io.InputStream;

/// An input, read from anywhere in it.
record SourceRanges(InputSource source) implements RangedBytes {
    @Override
    public long length() {
        return source.bytes();
    }

    @Override
    public byte[] read(long offset, int length) throws IOException {
        try (InputStream in = source.opener().open(offset)) {
            return in.readNBytes(length);
        }
    }
}
