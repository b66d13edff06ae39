package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.MemoryIndex;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.util.Collection;
import java.util.Optional;

/// An index whose every change is shown to the ledger before it is made.
public final class WatchedIndex implements BufferIndex {
    private final MemoryIndex index;
    private final Ledger ledger;

    public WatchedIndex(MemoryIndex index, Ledger ledger) {
        this.index = index;
        this.ledger = ledger;
    }

    @Override
    public void put(IndexEntry entry) {
        index.put(entry);
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        return index.put(entry, expected, next);
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        return index.position(source);
    }

    @Override
    public void putIfAbsent(Position position) {
        index.putIfAbsent(position);
    }

    @Override
    public void useShards(int count) {
        index.useShards(count);
    }

    @Override
    public int shardsUsed() {
        return index.shardsUsed();
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        return index.read(shard, after);
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        keys.forEach(ledger::deletes);
        index.delete(keys);
    }

    @Override
    public Optional<FlushState> state() {
        return index.state();
    }

    @Override
    public RecoveryProgress recovery() {
        return index.recovery();
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        Commit commit = index.commit(expected, next);
        if (commit == Commit.COMMITTED) {
            ledger.committed(next);
        }
        return commit;
    }
}
