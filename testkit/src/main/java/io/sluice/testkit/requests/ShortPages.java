package io.sluice.testkit.requests;

import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.List;

/// A bucket whose listings have few objects a page.
public final class ShortPages extends PassingObjectStore {
    private final int length;

    /// @param length objects in a page at the most, at least 1
    public ShortPages(ObjectStore store, int length) {
        super(store);
        this.length = length;
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        ObjectPage page = super.list(prefix, after);
        List<ObjectInfo> first = page.objects().stream().limit(length).toList();
        return new ObjectPage(first, page.more() || page.objects().size() > first.size());
    }
}
