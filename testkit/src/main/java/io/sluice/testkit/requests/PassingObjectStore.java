package io.sluice.testkit.requests;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/// Passes every request on to a bucket; a subclass overrides those that it is about.
public class PassingObjectStore implements ObjectStore {
    private final ObjectStore store;
    private final Requests requests;

    public PassingObjectStore(ObjectStore store) {
        this(store, Requests.PLAIN);
    }

    /// @param requests carries each request
    public PassingObjectStore(ObjectStore store, Requests requests) {
        this.store = store;
        this.requests = requests;
    }

    @Override
    public byte[] get(ObjectKey key) {
        return requests.read(() -> "GET " + key, () -> store.get(key));
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        return requests.read(() -> "GET range " + key, () -> store.get(key, range));
    }

    @Override
    public void put(ObjectKey key, Body body) {
        write(() -> "PUT " + key, () -> store.put(key, body));
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        return requests.write(() -> "CREATE " + key, () -> store.create(key, body, attributes));
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        return requests.read(() -> "HEAD " + key, () -> store.head(key));
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        write(() -> "DELETE " + keys.size(), () -> store.delete(keys));
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return requests.read(() -> "LIST " + prefix, () -> store.list(prefix, after));
    }

    private void write(Supplier<String> name, Runnable request) {
        requests.write(name, () -> {
            request.run();
            return store;
        });
    }
}
