package io.sluice.objects;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Records each request; the observers may throw in its place, or after it when its answer is to be lost.
public final class CountingObjectTree implements ObjectTree {
    public final List<String> requests = new ArrayList<>();
    private final ObjectTree tree;
    private final Consumer<String> before;
    private final Consumer<String> after;

    public CountingObjectTree(ObjectTree tree) {
        this(tree, _ -> {}, _ -> {});
    }

    public CountingObjectTree(ObjectTree tree, Consumer<String> before, Consumer<String> after) {
        this.tree = tree;
        this.before = before;
        this.after = after;
    }

    @Override
    public FolderPage folders(String prefix, Optional<String> token) {
        String name = request("FOLDERS " + prefix);
        FolderPage page = tree.folders(prefix, token);
        after.accept(name);
        return page;
    }

    @Override
    public ObjectPage list(String prefix, String from) {
        String name = request("LIST " + prefix);
        ObjectPage page = tree.list(prefix, from);
        after.accept(name);
        return page;
    }

    @Override
    public List<Undeleted> remove(Collection<ObjectKey> keys) {
        String name = request("REMOVE " + keys.size());
        List<Undeleted> left = tree.remove(keys);
        after.accept(name);
        return left;
    }

    private String request(String name) {
        requests.add(name);
        before.accept(name);
        return name;
    }
}
