package io.sluice.simulation.lake;

import io.sluice.objects.FolderPage;
import io.sluice.objects.MemoryObjectStore;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A bucket of which every object that goes is shown first.
///
/// @param removes called with what goes
/// @param changed called after it
record WatchedTree(MemoryObjectStore bucket, Consumer<ObjectKey> removes, Runnable changed) implements ObjectTree {
    @Override
    public FolderPage folders(String prefix, Optional<String> token) {
        return bucket.folders(prefix, token);
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return bucket.list(prefix, after);
    }

    @Override
    public List<Undeleted> remove(Collection<ObjectKey> keys) {
        keys.forEach(removes);
        List<Undeleted> left = bucket.remove(keys);
        changed.run();
        return left;
    }
}
