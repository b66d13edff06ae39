package io.sluice.objects;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Records the name of each request before it is applied; the observer may throw in its place.
public final class CountingObjectStore implements ObjectStore {
    public final List<String> requests = new ArrayList<>();
    private final ObjectStore store;
    private final Consumer<String> observer;

    public CountingObjectStore(ObjectStore store) {
        this(store, _ -> {});
    }

    public CountingObjectStore(ObjectStore store, Consumer<String> observer) {
        this.store = store;
        this.observer = observer;
    }

    private void request(String name) {
        requests.add(name);
        observer.accept(name);
    }

    @Override
    public byte[] get(ObjectKey key) {
        request("GET " + key);
        return store.get(key);
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        request("GET range " + key);
        return store.get(key, range);
    }

    @Override
    public void put(ObjectKey key, Body body) {
        request("PUT " + key);
        store.put(key, body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        request("CREATE " + key);
        return store.create(key, body, attributes);
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        request("HEAD " + key);
        return store.head(key);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        request("DELETE " + keys.size());
        store.delete(keys);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        request("LIST " + prefix);
        return store.list(prefix, after);
    }
}
