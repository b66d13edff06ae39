package io.sluice.simulation;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;

/// A bucket as one actor reaches it.
public final class WiredStore implements ObjectStore {
    private final Wire wire;
    private final ObjectStore store;

    public WiredStore(Wire wire, ObjectStore store) {
        this.wire = wire;
        this.store = store;
    }

    /// Manifests may be damaged on the way, and shorter than they are; what else is read whole is not.
    @Override
    public byte[] get(ObjectKey key) {
        if (key.value().startsWith("manifests/")) {
            return wire.readWhole(key, () -> store.get(key));
        }
        return wire.read(() -> "GET " + key, () -> store.get(key));
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        return wire.readRange(() -> "GET " + key + " " + range, () -> store.get(key, range));
    }

    @Override
    public void put(ObjectKey key, Body body) {
        Body sent = sent(body);
        wire.write(() -> "PUT " + key, () -> {
            store.put(key, sent);
            return "done";
        });
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        Body sent = sent(body);
        return wire.write(() -> "CREATE " + key, () -> store.create(key, sent, attributes));
    }

    /// A body as it is once sent: it makes no requests of its own any more, however late it arrives.
    private static Body sent(Body body) {
        try (InputStream in = body.open()) {
            return Body.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return wire.read(() -> "HEAD " + key, () -> store.head(key));
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        wire.delete(() -> "DELETE", new ArrayList<>(keys), store::delete);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return wire.read(() -> "LIST " + prefix + " after " + after, () -> store.list(prefix, after));
    }
}
