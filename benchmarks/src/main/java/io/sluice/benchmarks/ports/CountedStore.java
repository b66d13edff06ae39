package io.sluice.benchmarks.ports;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.Collection;
import java.util.Optional;

/// A store whose requests are counted.
public final class CountedStore implements ObjectStore {
    private static final int DELETE_KEYS_MAX = 1_000;

    private final ObjectStore store;
    private final PortCounts counts;

    public CountedStore(ObjectStore store, PortCounts counts) {
        this.store = store;
        this.counts = counts;
    }

    @Override
    public byte[] get(ObjectKey key) {
        counts.gets.increment();
        return store.get(key);
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        counts.gets.increment();
        return store.get(key, range);
    }

    @Override
    public void put(ObjectKey key, Body body) {
        counts.puts.increment();
        store.put(key, body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        counts.puts.increment();
        return store.create(key, body, attributes);
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        counts.gets.increment();
        return store.head(key);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        counts.deletes.add(Math.ceilDiv(keys.size(), DELETE_KEYS_MAX));
        store.delete(keys);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return store.list(prefix, after);
    }
}
