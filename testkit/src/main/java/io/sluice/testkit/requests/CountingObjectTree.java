package io.sluice.testkit.requests;

import io.sluice.objects.ObjectTree;
import java.util.List;
import java.util.function.Consumer;

/// A bucket's folders, whose requests are written down.
public final class CountingObjectTree extends PassingObjectTree {
    /// The names of the requests so far, in their order.
    public final List<String> requests;

    public CountingObjectTree(ObjectTree tree) {
        this(tree, _ -> {}, _ -> {});
    }

    /// @param before is told of each request before it is applied, and may throw in its place
    /// @param after  is told of each request when it is applied, and may throw in place of its answer
    public CountingObjectTree(ObjectTree tree, Consumer<String> before, Consumer<String> after) {
        this(tree, new RequestLog(before, after));
    }

    private CountingObjectTree(ObjectTree tree, RequestLog log) {
        super(tree, log);
        this.requests = log.names;
    }
}
