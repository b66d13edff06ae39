package io.sluice.simulation.lake;

import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectTree;
import io.sluice.testkit.requests.PassingObjectTree;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/// A bucket of which every object that goes is shown first.
final class WatchedTree extends PassingObjectTree {
    private final Consumer<ObjectKey> removes;
    private final Runnable changed;

    /// @param removes called with what goes
    /// @param changed called after it
    WatchedTree(ObjectTree bucket, Consumer<ObjectKey> removes, Runnable changed) {
        super(bucket);
        this.removes = removes;
        this.changed = changed;
    }

    @Override
    public List<Undeleted> remove(Collection<ObjectKey> keys) {
        keys.forEach(removes);
        List<Undeleted> left = super.remove(keys);
        changed.run();
        return left;
    }
}
