package io.sluice.testkit.requests;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;

/// Passes every request on to a source; a subclass overrides those that it is about.
public class PassingSourceStore implements SourceStore {
    private final SourceStore source;
    private final Requests requests;

    public PassingSourceStore(SourceStore source) {
        this(source, Requests.PLAIN);
    }

    /// @param requests carries each request
    public PassingSourceStore(SourceStore source, Requests requests) {
        this.source = source;
        this.requests = requests;
    }

    @Override
    public Page list(String prefix, String after) {
        return requests.read(() -> "LIST " + prefix, () -> source.list(prefix, after));
    }

    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        return requests.read(() -> "GET " + object.key(), () -> source.read(object, range));
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        return requests.write(() -> "PUT " + object.key(), () -> source.replace(object, body));
    }

    @Override
    public boolean remove(SourceObject object) {
        return requests.write(() -> "DELETE " + object.key(), () -> source.remove(object));
    }
}
