package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;

/// A plan's objects as data files: those of the base that go, and those that come.
///
/// @param deleted  of the base
/// @param replaced of the base
/// @param made     in their place
/// @param landed   besides
record FileChanges(List<DataFile> deleted, List<DataFile> replaced, List<DataFile> made, List<DataFile> landed) {
    /// @param known of the base, by key
    /// @param files that can be added, by key
    static FileChanges of(Plan plan, Map<ObjectKey, DataFile> known, Map<ObjectKey, DataFile> files) {
        return new FileChanges(named(plan.removed(), known), named(plan.replaced(), known),
                named(plan.made().keySet(), files), named(plan.landed().keySet(), files));
    }

    private static List<DataFile> named(Collection<ObjectKey> keys, Map<ObjectKey, DataFile> files) {
        return keys.stream().filter(files::containsKey).map(files::get).toList();
    }

    void stage(CommitStage stage) {
        stage.delete(deleted);
        stage.replace(replaced, made);
        stage.append(landed);
    }

    int added() {
        return made.size() + landed.size();
    }

    int removed() {
        return deleted.size() + replaced.size();
    }
}
