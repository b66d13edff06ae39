package io.sluice.testkit.requests;

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

/// Passes every request on to an index; a subclass overrides those that it is about.
public class PassingIndex implements BufferIndex {
    private final BufferIndex index;
    private final Requests requests;

    public PassingIndex(BufferIndex index) {
        this(index, Requests.PLAIN);
    }

    /// @param requests carries each request
    public PassingIndex(BufferIndex index, Requests requests) {
        this.index = index;
        this.requests = requests;
    }

    @Override
    public void put(IndexEntry entry) {
        write("put", () -> index.put(entry));
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        return requests.write(() -> "advance", () -> index.put(entry, expected, next));
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        return requests.read(() -> "position", () -> index.position(source));
    }

    @Override
    public void putIfAbsent(Position position) {
        write("put position", () -> index.putIfAbsent(position));
    }

    @Override
    public Claim put(IndexEntry entry, Receipts receipts) {
        return requests.write(() -> "claim", () -> index.put(entry, receipts));
    }

    @Override
    public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        return requests.read(() -> "receipts", () -> index.receipts(names));
    }

    @Override
    public void put(Receipts receipts) {
        write("put receipts", () -> index.put(receipts));
    }

    @Override
    public void useShards(int count) {
        write("use shards", () -> index.useShards(count));
    }

    @Override
    public int shardsUsed() {
        return requests.read(() -> "shards used", index::shardsUsed);
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        return requests.read(() -> "read", () -> index.read(shard, after));
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        write("delete", () -> index.delete(keys));
    }

    @Override
    public Optional<FlushState> state() {
        return requests.read(() -> "state", index::state);
    }

    @Override
    public RecoveryProgress recovery() {
        return requests.read(() -> "recovery", index::recovery);
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        return requests.write(() -> "commit", () -> index.commit(expected, next));
    }

    private void write(String name, Runnable request) {
        requests.write(() -> name, () -> {
            request.run();
            return name;
        });
    }
}
