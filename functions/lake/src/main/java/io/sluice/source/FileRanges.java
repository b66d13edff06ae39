package io.sluice.source;

import io.sluice.audit.Stored;
import io.sluice.input.RangedBytes;
import java.io.IOException;

/// A file, read from anywhere in it.
record FileRanges(Stored file) implements RangedBytes {
    @Override
    public long length() {
        return file.length();
    }

    @Override
    public byte[] read(long offset, int length) throws IOException {
        return file.ranges().read(offset, length);
    }
}
