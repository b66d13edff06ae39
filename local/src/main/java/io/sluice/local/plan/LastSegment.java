package io.sluice.local.plan;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.Collection;
import java.util.Optional;

/// Keeps the segment that was put last. Ingest does nothing else with its store. For one thread.
final class LastSegment implements ObjectStore {
    private static final Body NONE = Body.of(new byte[0]);

    private Body last = NONE;

    /// The segment; empty when none was put since [#forget]: a batch without a chunk has none.
    Body segment() {
        return last;
    }

    void forget() {
        last = NONE;
    }

    @Override
    public void put(ObjectKey key, Body body) {
        last = body;
    }

    @Override
    public byte[] get(ObjectKey key) {
        throw unasked();
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        throw unasked();
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        throw unasked();
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        throw unasked();
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        throw unasked();
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        throw unasked();
    }

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("a dry run stages segments and reads nothing back");
    }
}
