package io.sluice.manifest;

import io.sluice.index.IndexEntry;
import java.util.List;
import java.util.stream.Stream;

/// The batches that one reading of the index found.
///
/// @param batches  in any order, repeats allowed
/// @param repeats  entries of batches that are known to be folded
/// @param coverage whether there may be more
public record ArrivedBatches(List<ArrivedBatch> batches, List<IndexEntry> repeats, Coverage coverage) {
    /// For a plan that only says how deliveries ended.
    public static final ArrivedBatches NOT_LOOKED_FOR = new ArrivedBatches(List.of(), Coverage.OLDEST);

    /// The part of the index that was read.
    public enum Coverage {
        /// Every entry that was there when the reading began.
        ALL,
        /// The same, but some of them, or the directories of some, cannot be read: they may be of batches that are
        /// not folded.
        ALL_BUT_DAMAGED,
        /// The oldest, as many as fit; or nothing.
        OLDEST
    }

    public ArrivedBatches {
        batches = List.copyOf(batches);
        repeats = List.copyOf(repeats);
    }

    /// A reading that met nothing that is known to be folded.
    public ArrivedBatches(List<ArrivedBatch> batches, Coverage coverage) {
        this(batches, List.of(), coverage);
    }

    /// All entries that were read.
    public Stream<IndexEntry> entries() {
        return Stream.concat(batches.stream().map(ArrivedBatch::entry), repeats.stream());
    }

    /// A reading that left nothing out.
    public static ArrivedBatches all(List<ArrivedBatch> batches) {
        return new ArrivedBatches(batches, Coverage.ALL);
    }
}
