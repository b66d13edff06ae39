package io.sluice.simulation.lake;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.source.MemorySourceStore;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.util.Optional;
import java.util.function.Consumer;

/// A source of which every object that goes is shown first, as it is then.
///
/// @param removes called with the version that goes
/// @param changed called after it
record WatchedSource(MemorySourceStore source, Consumer<SourceObject> removes, Runnable changed)
        implements
            SourceStore {
    @Override
    public Page list(String prefix, String after) {
        return source.list(prefix, after);
    }

    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        return source.read(object, range);
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        return source.replace(object, body);
    }

    @Override
    public boolean remove(SourceObject object) {
        Optional<SourceObject> there = source.version(object.key());
        if (!source.remove(object)) {
            return false;
        }
        there.ifPresent(removes);
        changed.run();
        return true;
    }
}
