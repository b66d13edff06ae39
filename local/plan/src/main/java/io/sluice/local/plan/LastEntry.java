package io.sluice.local.plan;

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
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps the entry that was put last. Ingest does nothing else with its index. For one thread.
final class LastEntry implements BufferIndex {
    private @Nullable IndexEntry last;

    IndexEntry entry() {
        return Objects.requireNonNull(last, "no entry was put");
    }

    @Override
    public void put(IndexEntry entry) {
        last = entry;
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        throw unasked();
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        throw unasked();
    }

    @Override
    public void putIfAbsent(Position position) {
        throw unasked();
    }

    @Override
    public Claim put(IndexEntry entry, Receipts receipts) {
        throw unasked();
    }

    @Override
    public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        throw unasked();
    }

    @Override
    public void put(Receipts receipts) {
        throw unasked();
    }

    @Override
    public void useShards(int count) {}

    @Override
    public int shardsUsed() {
        throw unasked();
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        throw unasked();
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        throw unasked();
    }

    @Override
    public Optional<FlushState> state() {
        throw unasked();
    }

    @Override
    public RecoveryProgress recovery() {
        throw unasked();
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        throw unasked();
    }

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("a dry run puts entries and reads nothing back");
    }
}
