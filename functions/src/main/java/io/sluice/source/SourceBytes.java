package io.sluice.source;

import io.sluice.input.RangedBytes;
import io.sluice.objects.ByteRange;

/// One version of a source object, read from anywhere in it: one request for each range.
record SourceBytes(SourceStore store, SourceObject object) implements RangedBytes {
    @Override
    public long length() {
        return object.length();
    }

    @Override
    public byte[] read(long offset, int length) {
        return store.read(object, new ByteRange(offset, length));
    }
}
