package io.sluice.simulation;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.Collection;
import java.util.Optional;

/// Passes everything on; mistakes change what they are about.
public class PassingStore implements ObjectStore {
    final ObjectStore store;

    public PassingStore(ObjectStore store) {
        this.store = store;
    }

    @Override
    public byte[] get(ObjectKey key) {
        return store.get(key);
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        return store.get(key, range);
    }

    @Override
    public void put(ObjectKey key, Body body) {
        store.put(key, body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        return store.create(key, body, attributes);
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return store.head(key);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        store.delete(keys);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return store.list(prefix, after);
    }
}
