package io.sluice.benchmarks.ports;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.testkit.requests.PassingIndex;
import java.util.Collection;
import java.util.Optional;

/// An index whose write units are counted; an entry that does not fit into one is refused, so that each counts as one.
public final class CountedIndex extends PassingIndex {
    /// Two for each of the transaction's two items.
    private static final int ADVANCE_WRITE_UNITS = 4;

    private final String stream;
    private final PortCounts counts;

    public CountedIndex(BufferIndex index, String stream, PortCounts counts) {
        super(index);
        this.stream = stream;
        this.counts = counts;
    }

    @Override
    public void put(IndexEntry entry) {
        refuseLarge(entry);
        counts.writeUnits.increment();
        super.put(entry);
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        refuseLarge(entry);
        counts.writeUnits.add(ADVANCE_WRITE_UNITS);
        return super.put(entry, expected, next);
    }

    @Override
    public void putIfAbsent(Position position) {
        counts.writeUnits.increment();
        super.putIfAbsent(position);
    }

    @Override
    public void useShards(int count) {
        counts.writeUnits.increment();
        super.useShards(count);
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        counts.writeUnits.add(keys.size());
        super.delete(keys);
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        counts.writeUnits.increment();
        return super.commit(expected, next);
    }

    private void refuseLarge(IndexEntry entry) {
        if (!entry.fitsOneWriteUnit(stream)) {
            throw new IllegalStateException("an entry of " + entry.itemBytes(stream) + " bytes");
        }
    }
}
