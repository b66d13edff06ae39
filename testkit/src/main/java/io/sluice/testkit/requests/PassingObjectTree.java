package io.sluice.testkit.requests;

import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Passes every request on to a bucket's folders; a subclass overrides those that it is about.
public class PassingObjectTree implements ObjectTree {
    private final ObjectTree tree;
    private final Requests requests;

    public PassingObjectTree(ObjectTree tree) {
        this(tree, Requests.PLAIN);
    }

    /// @param requests carries each request
    public PassingObjectTree(ObjectTree tree, Requests requests) {
        this.tree = tree;
        this.requests = requests;
    }

    @Override
    public FolderPage folders(String prefix, Optional<String> token) {
        return requests.read(() -> "FOLDERS " + prefix, () -> tree.folders(prefix, token));
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        return requests.read(() -> "LIST " + prefix, () -> tree.list(prefix, after));
    }

    @Override
    public List<Undeleted> remove(Collection<ObjectKey> keys) {
        return requests.write(() -> "REMOVE " + keys.size(), () -> tree.remove(keys));
    }
}
