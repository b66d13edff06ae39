package io.sluice.simulation;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A bucket whose every change is shown to the ledger before it is made.
public final class WatchedStore extends PassingObjectStore {
    private final MemoryObjectStore store;
    private final Function<ObjectKey, Ledger> ledgers;

    /// @param ledgers the ledger that knows of an object
    WatchedStore(MemoryObjectStore store, Function<ObjectKey, Ledger> ledgers) {
        super(store);
        this.store = store;
        this.ledgers = ledgers;
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        ledgers.apply(key).refusesToRead(key);
        return super.head(key);
    }

    @Override
    public byte[] get(ObjectKey key) {
        ledgers.apply(key).refusesToRead(key);
        try {
            return super.get(key);
        } catch (StoreException e) {
            ledgers.apply(key).missed(key);
            throw e;
        }
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        ledgers.apply(key).refusesToRead(key);
        try {
            return super.get(key, range);
        } catch (StoreException e) {
            ledgers.apply(key).missed(key);
            throw e;
        }
    }

    @Override
    public void put(ObjectKey key, Body body) {
        ledgers.apply(key).overwrites(store, key, body);
        super.put(key, body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        ledgers.apply(key).refuses(key);
        if (!isDecision(key) && attributes.discarded() == 0 && !OtherWriters.wrote(store, key)
                && store.head(key).stream().noneMatch(there -> there.discarded() > 0)) {
            ledgers.apply(key).overwrites(store, key, body);
        }
        Created created = super.create(key, body, attributes);
        if (created == Created.CREATED) {
            ledgers.apply(key).created(key, body);
        }
        return created;
    }

    /// What a repartition, a compaction, an operator or a recovery decides is decided by who creates it first: others
    /// may be of another mind, or find less left. So is which chunks an object is made without.
    private static boolean isDecision(ObjectKey key) {
        return List.of("repartition/", "compaction/", "damaged/", "landings/").stream()
                .anyMatch(key.value()::startsWith);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        keys.forEach(key -> ledgers.apply(key).deletes(key));
        super.delete(keys);
    }
}
