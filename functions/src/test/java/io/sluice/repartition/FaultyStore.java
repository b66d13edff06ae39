package io.sluice.repartition;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.Collection;
import java.util.Optional;

/// A store whose requests meet [Faults].
record FaultyStore(ObjectStore store, String name, Faults faults) implements ObjectStore {
    @Override
    public byte[] get(ObjectKey key) {
        return faults.read(name + " GET " + key, () -> store.get(key));
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        return faults.read(name + " GET range " + key, () -> store.get(key, range));
    }

    @Override
    public void put(ObjectKey key, Body body) {
        faults.write(name + " PUT " + key, () -> {
            store.put(key, body);
            return key;
        });
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        return faults.write(name + " CREATE " + key, () -> store.create(key, body, attributes));
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return faults.read(name + " HEAD " + key, () -> store.head(key));
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        faults.write(name + " DELETE " + keys, () -> {
            store.delete(keys);
            return keys;
        });
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return faults.read(name + " LIST " + prefix, () -> store.list(prefix, after));
    }
}
