package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.util.List;
import java.util.Map;

/// An entry of a chain: what came of the table's data files, or went.
public sealed interface Step {
    /// The entry's number in its chain; at least 1.
    long version();

    /// The number of the entry before it; 0: there was none.
    long previous();

    /// Objects landed.
    ///
    /// @param objects those that are data files; none where only error records landed
    record Landed(long version, long previous, List<DataObject> objects) implements Step {
        public Landed {
            objects = List.copyOf(objects);
        }
    }

    /// Objects hold what others held before.
    ///
    /// @param heads   by chain, the entries that must have been applied before
    /// @param sources no data files from now on
    /// @param made    in their place; one may be a source that was written anew
    record Replaced(long version, long previous, Map<String, Long> heads, List<ObjectKey> sources,
            List<DataObject> made) implements Step {
        public Replaced {
            heads = Map.copyOf(heads);
            sources = List.copyOf(sources);
            made = List.copyOf(made);
        }
    }

    /// Objects that are due to be deleted, or were erased.
    ///
    /// @param heads by chain, the entries that must have been applied before
    record Removed(long version, long previous, Map<String, Long> heads, List<ObjectKey> keys) implements Step {
        public Removed {
            heads = Map.copyOf(heads);
            keys = List.copyOf(keys);
        }
    }

    /// The keys that are no data files after it.
    default List<ObjectKey> gone() {
        return switch (this) {
            case Landed _ -> List.of();
            case Replaced replaced -> replaced.sources();
            case Removed removed -> removed.keys();
        };
    }

    /// The objects that are data files from it on.
    default List<DataObject> come() {
        return switch (this) {
            case Landed landed -> landed.objects();
            case Replaced replaced -> replaced.made();
            case Removed _ -> List.of();
        };
    }

    /// By chain, the entries that must have been applied before it.
    default Map<String, Long> after() {
        return switch (this) {
            case Landed _ -> Map.of();
            case Replaced replaced -> replaced.heads();
            case Removed removed -> removed.heads();
        };
    }
}
