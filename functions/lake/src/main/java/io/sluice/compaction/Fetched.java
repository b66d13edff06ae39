package io.sluice.compaction;

import io.sluice.input.RangedBytes;
import io.sluice.objects.ByteRange;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.NoSuchElementException;

/// One version of a source object, whose first bytes are here: all of them, where it is small. So a small object takes
/// one request however often it is read.
///
/// @param head the first [#HEAD_BYTES] bytes, or all
record Fetched(SourceStore store, SourceObject object, byte[] head) implements RangedBytes {
    static final int HEAD_BYTES = 4 << 20;

    /// @throws io.sluice.source.SourceChangedException when the object is another one by now, or gone
    static Fetched of(SourceStore store, SourceObject object) {
        int length = (int) Math.min(HEAD_BYTES, object.length());
        return new Fetched(store, object, store.read(object, new ByteRange(0, length)));
    }

    @Override
    public long length() {
        return object.length();
    }

    @Override
    public byte[] read(long offset, int length) {
        return offset + length <= head.length
                ? Arrays.copyOfRange(head, (int) offset, (int) offset + length)
                : store.read(object, new ByteRange(offset, length));
    }

    /// All of its bytes, in order.
    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes an Enumeration
    InputStream stream() {
        return new SequenceInputStream(new Enumeration<>() {
            private long next;

            @Override
            public boolean hasMoreElements() {
                return next < object.length();
            }

            @Override
            public InputStream nextElement() {
                if (!hasMoreElements()) {
                    throw new NoSuchElementException("the object's end");
                }
                int length = (int) Math.min(HEAD_BYTES, object.length() - next);
                byte[] bytes = read(next, length);
                next += length;
                return new ByteArrayInputStream(bytes);
            }
        });
    }
}
