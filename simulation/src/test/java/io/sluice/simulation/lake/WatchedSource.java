package io.sluice.simulation.lake;

import io.sluice.source.SourceObject;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.requests.PassingSourceStore;
import java.util.Optional;
import java.util.function.BiConsumer;

/// A source of which every object that goes is shown first, as it is then.
final class WatchedSource extends PassingSourceStore {
    private final MemorySourceStore source;
    private final MemoryObjectStore bucket;
    private final BiConsumer<SourceObject, byte[]> removes;
    private final Runnable changed;
    private final Runnable kept;

    /// @param bucket  that it is of
    /// @param removes called with the version that goes and its bytes
    /// @param changed called after it
    /// @param kept    called when another version is there, which stays
    WatchedSource(MemorySourceStore source, MemoryObjectStore bucket, BiConsumer<SourceObject, byte[]> removes,
            Runnable changed, Runnable kept) {
        this.kept = kept;
        super(source);
        this.source = source;
        this.bucket = bucket;
        this.removes = removes;
        this.changed = changed;
    }

    @Override
    public boolean remove(SourceObject object) {
        Optional<SourceObject> there = source.version(object.key());
        byte[] bytes = there.isPresent() ? bucket.get(object.key()) : new byte[0];
        if (!super.remove(object)) {
            there.ifPresent(_ -> kept.run());
            return false;
        }
        there.ifPresent(version -> removes.accept(version, bytes));
        changed.run();
        return true;
    }
}
