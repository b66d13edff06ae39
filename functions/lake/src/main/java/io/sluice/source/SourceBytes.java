package io.sluice.source;

import io.sluice.input.RangedBytes;
import io.sluice.objects.ByteRange;
import io.sluice.objects.StoreException;

/// One version of a source object, read from anywhere in it: one request for each range.
record SourceBytes(SourceStore store, SourceObject object) implements RangedBytes {
    @Override
    public long length() {
        return object.length();
    }

    /// @throws StoreException when the store gives another number of bytes than it was asked for
    @Override
    public byte[] read(long offset, int length) {
        byte[] bytes = store.read(object, new ByteRange(offset, length));
        if (bytes.length != length) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, bytes.length + " bytes came for " + length
                    + " from byte " + offset + " of " + object.key() + " on; nothing of it is used, try again");
        }
        return bytes;
    }
}
