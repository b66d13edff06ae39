package io.sluice.benchmarks.ports;

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

/// An index whose requests are counted; an entry that does not fit into a write unit is refused, so that each counts as
/// one.
public final class CountedIndex implements BufferIndex {
    /// Two for each of the transaction's two items.
    private static final int ADVANCE_WRITE_UNITS = 4;

    private final BufferIndex index;
    private final String stream;
    private final PortCounts counts;

    public CountedIndex(BufferIndex index, String stream, PortCounts counts) {
        this.index = index;
        this.stream = stream;
        this.counts = counts;
    }

    @Override
    public void put(IndexEntry entry) {
        refuseLarge(entry);
        counts.writeUnits.increment();
        index.put(entry);
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        refuseLarge(entry);
        counts.writeUnits.add(ADVANCE_WRITE_UNITS);
        return index.put(entry, expected, next);
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        counts.reads.increment();
        return index.position(source);
    }

    @Override
    public void putIfAbsent(Position position) {
        counts.writeUnits.increment();
        index.putIfAbsent(position);
    }

    private void refuseLarge(IndexEntry entry) {
        if (!entry.fitsOneWriteUnit(stream)) {
            throw new IllegalStateException("an entry of " + entry.itemBytes(stream) + " bytes");
        }
    }

    @Override
    public void useShards(int count) {
        counts.writeUnits.increment();
        index.useShards(count);
    }

    @Override
    public int shardsUsed() {
        counts.reads.increment();
        return index.shardsUsed();
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        counts.reads.increment();
        return index.read(shard, after);
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        counts.writeUnits.add(keys.size());
        index.delete(keys);
    }

    @Override
    public Optional<FlushState> state() {
        counts.reads.increment();
        return index.state();
    }

    @Override
    public RecoveryProgress recovery() {
        counts.reads.increment();
        return index.recovery();
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        counts.writeUnits.increment();
        return index.commit(expected, next);
    }
}
