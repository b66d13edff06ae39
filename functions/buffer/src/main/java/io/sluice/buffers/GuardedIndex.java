package io.sluice.buffers;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.segment.StagedSegment;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// A buffer's index as flush runs, sweeps and who asks for receipts have it, which may begin the buffer or find nothing
/// that names a segment or a record: that the table is lost they are told by the stream's buffers too, since the buffer
/// itself may have left no manifest that would tell it. Safe for concurrent use.
public final class GuardedIndex implements BufferIndex {
    private final BufferIndex index;
    private final BufferNumbers keeper;

    public GuardedIndex(BufferIndex index, BufferNumbers keeper) {
        this.index = index;
        this.keeper = keeper;
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
    public Claim put(IndexEntry entry, Receipts receipts) {
        return index.put(entry, receipts);
    }

    @Override
    public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        return index.receipts(names);
    }

    @Override
    public void put(Receipts receipts) {
        index.put(receipts);
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

    /// A table that does not know buffers which were in force holds but a part of the stream.
    @Override
    public RecoveryProgress recovery() {
        RecoveryProgress progress = index.recovery();
        return progress != RecoveryProgress.BEGUN && keeper.isLost() ? RecoveryProgress.BEGUN : progress;
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        return index.commit(expected, next);
    }
}
