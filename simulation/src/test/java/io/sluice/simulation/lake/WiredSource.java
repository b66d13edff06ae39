package io.sluice.simulation.lake;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.simulation.Wire;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;

/// The source as one actor reaches it.
record WiredSource(Wire wire, SourceStore source) implements SourceStore {
    @Override
    public Page list(String prefix, String after) {
        return wire.read(() -> "LIST source " + prefix, () -> source.list(prefix, after));
    }

    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        return wire.read(() -> "GET source " + object.key() + " " + range, () -> source.read(object, range));
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        return wire.write(() -> "PUT source " + object.key(), () -> source.replace(object, body));
    }

    @Override
    public boolean remove(SourceObject object) {
        return wire.write(() -> "DELETE source " + object.key(), () -> source.remove(object));
    }
}
