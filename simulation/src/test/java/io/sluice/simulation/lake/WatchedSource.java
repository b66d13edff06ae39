package io.sluice.simulation.lake;

import io.sluice.source.SourceObject;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.requests.PassingSourceStore;
import java.util.Optional;
import java.util.function.Consumer;

/// A source of which every object that goes is shown first, as it is then.
final class WatchedSource extends PassingSourceStore {
    private final MemorySourceStore source;
    private final Consumer<SourceObject> removes;
    private final Runnable changed;

    /// @param removes called with the version that goes
    /// @param changed called after it
    WatchedSource(MemorySourceStore source, Consumer<SourceObject> removes, Runnable changed) {
        super(source);
        this.source = source;
        this.removes = removes;
        this.changed = changed;
    }

    @Override
    public boolean remove(SourceObject object) {
        Optional<SourceObject> there = source.version(object.key());
        if (!super.remove(object)) {
            return false;
        }
        there.ifPresent(removes);
        changed.run();
        return true;
    }
}
