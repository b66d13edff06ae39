package io.sluice.benchmarks.ports;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.Collection;

/// A data bucket as a flusher needs it: it takes objects, and says whether they are there. Asked for anything else it
/// throws [UnsupportedOperationException].
public interface NullBucket extends ObjectStore {
    @Override
    default byte[] get(ObjectKey key) {
        throw unasked();
    }

    @Override
    default byte[] get(ObjectKey key, ByteRange range) {
        throw unasked();
    }

    @Override
    default void put(ObjectKey key, Body body) {
        throw unasked();
    }

    @Override
    default void delete(Collection<ObjectKey> keys) {
        throw unasked();
    }

    @Override
    default ObjectPage list(String prefix, String after) {
        throw unasked();
    }

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("a data bucket takes objects, and says whether they are there");
    }
}
