package io.sluice.retention;

import io.sluice.layout.KeyPath;
import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import io.sluice.reject.ErrorOutputType;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The surroundings of a stream's objects in the bucket: counted and named for a report, never removed. Bounded,
/// whatever there is.
final class Surroundings {
    private static final int PAGES_MAX = 20;
    private static final int FOLDERS_MAX = 100;

    private final RetentionSettings settings;
    private final ObjectTree data;
    private final Deadline deadline;

    Surroundings(RetentionSettings settings, ObjectTree data, Deadline deadline) {
        this.settings = settings;
        this.data = data;
        this.deadline = deadline;
    }

    EraseReport.ErrorObjects errorObjects() {
        long objects = 0;
        long bytes = 0;
        int pages = 0;
        for (String prefix : errorPrefixes()) {
            String after = "";
            boolean more = true;
            while (more) {
                if (pages++ == PAGES_MAX || deadline.leavesLessThan(Walk.STEP_TIME)) {
                    return new EraseReport.ErrorObjects(objects, bytes, false);
                }
                ObjectPage page = data.list(prefix, after);
                objects += page.objects().size();
                bytes += page.objects().stream().mapToLong(each -> each.length()).sum();
                more = page.more() && !page.objects().isEmpty();
                after = more ? page.objects().getLast().key().value() : "";
            }
        }
        return new EraseReport.ErrorObjects(objects, bytes, true);
    }

    /// Returns the start of each kind of error object's keys.
    private Set<String> errorPrefixes() {
        Set<String> prefixes = new LinkedHashSet<>();
        for (ErrorOutputType type : ErrorOutputType.values()) {
            String bound = settings.errorPrefix().bind(Map.of(), Map.of(), type.wireName()).text();
            int open = bound.indexOf("!{");
            prefixes.add(open < 0 ? bound : bound.substring(0, open));
        }
        return prefixes;
    }

    /// The bucket's folders that neither the stream's prefix nor that of its compacted objects nor its error prefix
    /// leads to; none when the prefix starts with an expression, since then any folder may be the stream's.
    List<String> otherFolders() {
        KeyPath root = settings.layout().root();
        List<String> others = new ArrayList<>();
        if (root.listed().isEmpty()) {
            return others;
        }
        String own = root.listed();
        Optional<String> token = Optional.empty();
        for (int pages = 0; pages < PAGES_MAX && others.size() < FOLDERS_MAX; pages++) {
            FolderPage page = data.folders("", token);
            page.folders().stream().filter(folder -> !leads(folder, own))
                    .filter(folder -> settings.compacted().stream()
                            .noneMatch(compacted -> leads(folder, compacted.literalHead())))
                    .filter(folder -> errorPrefixes().stream().noneMatch(error -> leads(folder, error)))
                    .limit((long) FOLDERS_MAX - others.size()).forEach(others::add);
            token = page.next();
            if (token.isEmpty()) {
                break;
            }
        }
        return others;
    }

    private static boolean leads(String folder, String prefix) {
        return folder.startsWith(prefix) || prefix.startsWith(folder);
    }
}
