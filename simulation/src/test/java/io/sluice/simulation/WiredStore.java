package io.sluice.simulation;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
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
            return wire.readWhole(key, () -> manifest(key));
        }
        return wire.read(() -> "GET " + key, () -> store.get(key));
    }

    private byte[] manifest(ObjectKey key) {
        try {
            byte[] bytes = store.get(key);
            wire.watch().got(key);
            return bytes;
        } catch (StoreException e) {
            wire.watch().failed(key, e);
            throw e;
        }
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
        }, (_, _) -> wire.watch().put(key));
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        byte[] bytes = Bodies.bytes(body);
        Body sent = Body.of(bytes);
        return wire.write(() -> "CREATE " + key, () -> created(key, sent, attributes),
                (fault, answer) -> wire.watch().created(key, bytes, fault, answer));
    }

    private Created created(ObjectKey key, Body body, ObjectAttributes attributes) {
        try {
            return store.create(key, body, attributes);
        } catch (StoreException e) {
            wire.watch().refused(key, e);
            throw e;
        }
    }

    /// A body as it is once sent: it makes no requests of its own any more, however late it arrives.
    private static Body sent(Body body) {
        return Body.of(Bodies.bytes(body));
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return wire.read(() -> "HEAD " + key, () -> store.head(key));
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        wire.delete(() -> "DELETE", new ArrayList<>(keys), part -> {
            wire.watch().deletes(part);
            store.delete(part);
        });
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return wire.read(() -> "LIST " + prefix + " after " + after, () -> store.list(prefix, after),
                (_, page) -> wire.watch().listed(page));
    }
}
