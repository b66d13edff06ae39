package io.sluice.simulation.lake;

import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import io.sluice.testkit.requests.PassingObjectTree;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// A bucket whose listings have two names a page, folders or objects.
final class ShortFolders extends PassingObjectTree {
    private static final int NAMES = 2;

    ShortFolders(ObjectTree tree) {
        super(tree);
    }

    @Override
    public FolderPage folders(String prefix, Optional<String> token) {
        FolderPage page = super.folders(prefix, token);
        TreeSet<String> names = new TreeSet<>(ObjectKey.LISTED);
        names.addAll(page.folders());
        page.objects().forEach(object -> names.add(object.key().value()));
        if (names.size() <= NAMES) {
            return page;
        }
        List<String> some = names.stream().limit(NAMES).toList();
        return new FolderPage(page.folders().stream().filter(some::contains).toList(),
                page.objects().stream().filter(object -> some.contains(object.key().value())).toList(),
                Optional.of(some.getLast()));
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        ObjectPage page = super.list(prefix, after);
        List<ObjectInfo> some = page.objects().stream().limit(NAMES).toList();
        return new ObjectPage(some, page.more() || page.objects().size() > some.size());
    }
}
