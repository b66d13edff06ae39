package io.sluice.simulation.lake;

import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import io.sluice.simulation.Wire;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A bucket's folders as one actor reaches them.
record WiredTree(Wire wire, ObjectTree tree) implements ObjectTree {
    @Override
    public FolderPage folders(String prefix, Optional<String> token) {
        return wire.read(() -> "FOLDERS " + prefix, () -> tree.folders(prefix, token));
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return wire.read(() -> "LIST " + prefix, () -> tree.list(prefix, after));
    }

    @Override
    public List<Undeleted> remove(Collection<ObjectKey> keys) {
        return wire.delete(() -> "REMOVE", List.copyOf(keys), tree::remove).stream()
                .map(key -> new Undeleted(key, "InternalError")).toList();
    }
}
