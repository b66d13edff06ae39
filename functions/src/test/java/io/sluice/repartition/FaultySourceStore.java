package io.sluice.repartition;

import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;

/// A source whose requests meet [Faults].
public record FaultySourceStore(SourceStore source, Faults faults) implements SourceStore {
    @Override
    public Page list(String prefix, String after) {
        return faults.read("source LIST " + prefix, () -> source.list(prefix, after));
    }

    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        return faults.read("source GET " + object.key(), () -> source.read(object, range));
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        return faults.write("source PUT " + object.key(), () -> source.replace(object, body));
    }

    @Override
    public boolean remove(SourceObject object) {
        return faults.write("source DELETE " + object.key(), () -> source.remove(object));
    }
}
