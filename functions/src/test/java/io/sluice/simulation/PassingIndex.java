package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.util.Collection;
import java.util.Optional;

/// Passes everything on; mistakes change what they are about.
public class PassingIndex implements BufferIndex {
    final BufferIndex index;

    public PassingIndex(BufferIndex index) {
        this.index = index;
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
        return index.commit(expected, next);
    }
}
