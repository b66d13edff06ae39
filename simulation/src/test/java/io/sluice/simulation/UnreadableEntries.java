package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.Shard;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.testkit.requests.PassingIndex;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An index of which some items cannot be decoded, until they are healed or written again.
final class UnreadableEntries extends PassingIndex {
    private final Set<EntryKey> unreadable;

    /// @param unreadable items; what is written again is taken out of it
    UnreadableEntries(BufferIndex index, Set<EntryKey> unreadable) {
        super(index);
        this.unreadable = unreadable;
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        EntryPage page = super.read(shard, after);
        List<IndexEntry> read = page.entries().stream().filter(entry -> !unreadable.contains(entry.key())).toList();
        List<String> damaged = page.entries().stream().map(IndexEntry::key).filter(unreadable::contains)
                .map(key -> "item " + key + ": it cannot be read").toList();
        return damaged.isEmpty() ? page : new EntryPage(read, damaged, page.after());
    }

    @Override
    public void put(IndexEntry entry) {
        super.put(entry);
        unreadable.remove(entry.key());
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        Advance advance = super.put(entry, expected, next);
        if (advance == Advance.ADVANCED) {
            unreadable.remove(entry.key());
        }
        return advance;
    }

    @Override
    public Claim put(IndexEntry entry, Receipts receipts) {
        Claim claim = super.put(entry, receipts);
        if (claim == Claim.CLAIMED) {
            unreadable.remove(entry.key());
        }
        return claim;
    }
}
