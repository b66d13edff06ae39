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
import java.util.function.Function;

/// A bucket whose every change is shown to the ledger before it is made.
public final class WatchedStore implements ObjectStore {
    private final MemoryObjectStore store;
    private final Function<ObjectKey, Ledger> ledgers;

    /// @param ledgers the ledger that knows of an object
    WatchedStore(MemoryObjectStore store, Function<ObjectKey, Ledger> ledgers) {
        this.store = store;
        this.ledgers = ledgers;
    }

    @Override
    public byte[] get(ObjectKey key) {
        try {
            return store.get(key);
        } catch (StoreException e) {
            ledgers.apply(key).missed(key);
            throw e;
        }
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        try {
            return store.get(key, range);
        } catch (StoreException e) {
            ledgers.apply(key).missed(key);
            throw e;
        }
    }

    @Override
    public void put(ObjectKey key, Body body) {
        ledgers.apply(key).overwrites(store, key, body);
        store.put(key, body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        ledgers.apply(key).refuses(key);
        if (!isDecision(key)) {
            ledgers.apply(key).overwrites(store, key, body);
        }
        return store.create(key, body, attributes);
    }

    /// What a repartition or an operator decides is decided by who creates it first: others may be of another mind, or
    /// find less left.
    private static boolean isDecision(ObjectKey key) {
        return key.value().startsWith("repartition/") || key.value().startsWith("damaged/");
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return store.head(key);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        keys.forEach(key -> ledgers.apply(key).deletes(key));
        store.delete(keys);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return store.list(prefix, after);
    }
}
