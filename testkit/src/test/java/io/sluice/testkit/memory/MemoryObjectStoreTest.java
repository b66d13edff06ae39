package io.sluice.testkit.memory;

import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.testkit.contract.ObjectStoreContract;
import java.time.Instant;
import java.time.InstantSource;

final class MemoryObjectStoreTest extends ObjectStoreContract {
    private final MemoryObjectStore store = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Override
    protected ObjectTree tree() {
        return store;
    }
}
