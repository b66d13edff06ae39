package io.sluice.index;

import java.util.Collection;
import java.util.Optional;

/// One stream's index: its entries and its state item. Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException]; a write that throws with kind `UNKNOWN` may have been applied.
public interface BufferIndex {
    /// How a commit ended.
    enum Commit {
        /// The state moved.
        COMMITTED,
        /// The state was not the expected one. It may be this very commit, applied by an attempt whose answer was lost.
        CONFLICT
    }

    /// Writes an entry, replacing one with the same key: one write request, one write unit for an item up to 1 KB.
    void put(IndexEntry entry);

    /// Makes known that entries will be put into shards below `count`. To be called before the first of them is put: from
    /// then on [#shardsUsed] is at least `count`, whatever the configuration becomes.
    void useShards(int count);

    /// The largest number of shards ever made known, read consistently; 1 before any was.
    int shardsUsed();

    /// A page of a shard's entries, read consistently, oldest first.
    ///
    /// @param after the page's start, as the page before gave it; empty for the first page
    EntryPage read(Shard shard, Optional<EntryKey> after);

    /// Deletes entries; those that are not there do not matter.
    void delete(Collection<EntryKey> keys);

    /// The state item, read consistently; empty before the first commit.
    Optional<FlushState> state();

    /// Moves the state item from `expected` (empty: not there yet) to `next`, or leaves it.
    Commit commit(Optional<FlushState> expected, FlushState next);
}
