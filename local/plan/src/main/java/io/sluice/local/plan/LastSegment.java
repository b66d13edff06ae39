package io.sluice.local.plan;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.segment.SegmentId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Keeps the segment that was put last, and what else ingest stages once: how records are converted. For one thread.
final class LastSegment implements ObjectStore {
    private static final Body NONE = Body.of(new byte[0]);

    private final String segments;
    private final Map<ObjectKey, Body> conversions = new HashMap<>();
    private Body last = NONE;

    LastSegment(String stream) {
        this.segments = SegmentId.prefix(stream);
    }

    /// The segment; empty when none was put since [#forget]: a batch without a chunk has none.
    Body segment() {
        return last;
    }

    void forget() {
        last = NONE;
    }

    @Override
    public void put(ObjectKey key, Body body) {
        if (key.value().startsWith(segments)) {
            last = body;
        } else {
            conversions.put(key, body);
        }
    }

    @Override
    public byte[] get(ObjectKey key) {
        Body conversion = conversions.get(key);
        if (conversion == null) {
            throw unasked();
        }
        try (InputStream in = conversion.open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
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
        return new UnsupportedOperationException("a dry run stages segments and reads nothing back but conversions");
    }
}
