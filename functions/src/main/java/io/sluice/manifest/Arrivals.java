package io.sluice.manifest;

import java.util.List;

/// What one reading of the index found.
///
/// @param batches  in any order, repeats allowed
/// @param coverage whether there may be more
public record Arrivals(List<ArrivedBatch> batches, Coverage coverage) {
    /// For a plan that only says how deliveries ended.
    public static final Arrivals NOT_LOOKED_FOR = new Arrivals(List.of(), Coverage.OLDEST);

    /// How much of the index was read.
    public enum Coverage {
        /// Every entry that was there when the reading began.
        ALL,
        /// The same, but some of them, or the directories of some, cannot be read: they may be of batches that are
        /// not folded.
        ALL_BUT_DAMAGED,
        /// The oldest, as many as fit; or nothing.
        OLDEST
    }

    public Arrivals {
        batches = List.copyOf(batches);
    }

    /// A reading that left nothing out.
    public static Arrivals all(List<ArrivedBatch> batches) {
        return new Arrivals(batches, Coverage.ALL);
    }
}
