package io.sluice.simulation;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.MemoryObjectStore;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.util.Collection;
import java.util.Optional;

/// A bucket whose every change is shown to the ledger before it is made.
final class WatchedStore implements ObjectStore {
    private final MemoryObjectStore store;
    private final Ledger ledger;

    WatchedStore(MemoryObjectStore store, Ledger ledger) {
        this.store = store;
        this.ledger = ledger;
    }

    @Override
    public byte[] get(ObjectKey key) {
        try {
            return store.get(key);
        } catch (StoreException e) {
            ledger.missed(key);
            throw e;
        }
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        try {
            return store.get(key, range);
        } catch (StoreException e) {
            ledger.missed(key);
            throw e;
        }
    }

    @Override
    public void put(ObjectKey key, Body body) {
        ledger.overwrites(store, key, body);
        store.put(key, body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        ledger.refuses(key);
        ledger.overwrites(store, key, body);
        return store.create(key, body, attributes);
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return store.head(key);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        keys.forEach(ledger::deletes);
        store.delete(keys);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return store.list(prefix, after);
    }
}
