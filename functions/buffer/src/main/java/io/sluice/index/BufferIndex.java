package io.sluice.index;

import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.segment.StagedSegment;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// One buffer's index: its entries, the positions of its numbered sources, receipts of records, and its state item.
/// Receipts alone are the stream's, and so the same in the index of each of its buffers: a record that comes again may
/// meet another buffer. Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException]; a write that throws with kind `UNKNOWN` may have been
/// applied.
public interface BufferIndex {
    /// The outcome of a commit.
    enum Commit {
        /// The state moved.
        COMMITTED,
        /// The state was not the expected one. It may be this very commit, applied by an attempt whose answer was lost.
        CONFLICT
    }

    /// The outcome of taking an entry whose records come from a numbered source.
    enum Advance {
        /// The entry is written, and the position moved to its last record.
        ADVANCED,
        /// The position was not the expected one, and nothing was written. It may be this very advance, applied by an
        /// attempt whose answer was lost.
        CONFLICT
    }

    /// The outcome of taking an entry whose records are known one by one.
    enum Claim {
        /// The entry is written, and a receipt for each of its records.
        CLAIMED,
        /// One of the records had a receipt, and nothing was written. It may be of this very claim, applied by an
        /// attempt whose answer was lost.
        CONFLICT
    }

    /// Writes an entry, replacing one with the same key: one write request, one write unit for an item up to 1 KB.
    void put(IndexEntry entry);

    /// Writes an entry and moves its source's position, both or neither: one transaction, two write units for each of
    /// the two items.
    ///
    /// @param expected the position that the entry's records were taken after; empty: there was none
    /// @param next     of the entry's last record; above `expected`
    Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next);

    /// Returns the position up to which the source's records are staged, read consistently: one read unit; empty before
    /// the first were.
    Optional<SequenceNumber> position(NumberedSource source);

    /// Writes the position of a source that has none; one that is there stays, whatever it is. A recovery alone does
    /// this.
    void putIfAbsent(Position position);

    /// Writes an entry and receipts for its records, which have none, all or nothing: one transaction, two write units
    /// for each item.
    Claim put(IndexEntry entry, Receipts receipts);

    /// The segments that the receipts of records name, of any of the stream's buffers, read consistently: a read unit
    /// for each record; without those that have no receipt.
    ///
    /// @param names [Receipts#NAMES_MAX] at most
    Map<RecordName, StagedSegment> receipts(Collection<RecordName> names);

    /// Writes receipts, in place of those that are there. A recovery alone does this.
    void put(Receipts receipts);

    /// Makes known that entries will be put into shards below `count`. To be called before the first of them is put:
    /// from then on [#shardsUsed] is at least `count`, whatever the configuration becomes.
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

    /// Returns the progress of this index's recovery, read consistently.
    RecoveryProgress recovery();

    /// Moves the state item from `expected` (empty: not there yet) to `next`, or leaves it.
    Commit commit(Optional<FlushState> expected, FlushState next);
}
