package io.sluice.repartition;

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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps the entries that ingest writes, in place of the index: they reach it when their object's receipt is there. Not
/// safe for concurrent use.
final class EntryCapture implements BufferIndex {
    private final List<IndexEntry> entries = new ArrayList<>();

    List<IndexEntry> entries() {
        return entries;
    }

    @Override
    public void put(IndexEntry entry) {
        entries.add(entry);
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        throw writesOnly();
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        throw writesOnly();
    }

    @Override
    public void putIfAbsent(Position position) {
        throw writesOnly();
    }

    @Override
    public Claim put(IndexEntry entry, Receipts receipts) {
        throw writesOnly();
    }

    @Override
    public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        throw writesOnly();
    }

    @Override
    public void put(Receipts receipts) {
        throw writesOnly();
    }

    @Override
    public void useShards(int count) {
        // made known when the entries are put
    }

    @Override
    public int shardsUsed() {
        throw writesOnly();
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        throw writesOnly();
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        throw writesOnly();
    }

    @Override
    public Optional<FlushState> state() {
        throw writesOnly();
    }

    @Override
    public RecoveryProgress recovery() {
        throw writesOnly();
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        throw writesOnly();
    }

    private static UnsupportedOperationException writesOnly() {
        return new UnsupportedOperationException("ingest only writes entries");
    }
}
