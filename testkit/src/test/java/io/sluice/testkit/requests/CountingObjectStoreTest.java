package io.sluice.testkit.requests;

import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.testkit.contract.ObjectStoreContract;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Instant;

final class CountingObjectStoreTest extends ObjectStoreContract {
    private final MemoryObjectStore bucket = new MemoryObjectStore(() -> Instant.EPOCH);
    private final ObjectStore store = new CountingObjectStore(bucket);
    private final ObjectTree tree = new CountingObjectTree(bucket);

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Override
    protected ObjectTree tree() {
        return tree;
    }
}
