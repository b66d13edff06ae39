package io.sluice.simulation;

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
import java.util.Map;
import java.util.Optional;

/// The index as one actor reaches it.
public final class WiredIndex implements BufferIndex {
    private final Wire wire;
    private final BufferIndex index;
    private final String buffer;
    private final RequestWatch watch;

    /// @param buffer its name
    public WiredIndex(Wire wire, BufferIndex index, String buffer) {
        this.wire = wire;
        this.index = index;
        this.buffer = buffer;
        this.watch = wire.watch();
    }

    @Override
    public void put(IndexEntry entry) {
        wire.write(() -> "PUT entry " + entry.key() + " of " + entry.segment(), () -> {
            index.put(entry);
            return "done";
        }, (fault, _) -> watch.entered(buffer, fault, entry));
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        return wire.write(() -> "ADVANCE " + next + " over " + expected + " with entry " + entry.key() + " of "
                + entry.segment(), () -> index.put(entry, expected, next),
                (fault, answer) -> watch.advanced(buffer, fault, entry, answer));
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        return wire.read(() -> "GET position of " + source, () -> index.position(source));
    }

    @Override
    public void putIfAbsent(Position position) {
        wire.write(() -> "PUT position " + position, () -> {
            index.putIfAbsent(position);
            return "done";
        });
    }

    @Override
    public Claim put(IndexEntry entry, Receipts receipts) {
        return wire.write(() -> "CLAIM " + receipts.names() + " with entry " + entry.key() + " of " + entry.segment(),
                () -> index.put(entry, receipts),
                (fault, answer) -> watch.claimed(buffer, fault, entry, answer));
    }

    @Override
    public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        return wire.read(() -> "GET receipts of " + names, () -> index.receipts(names));
    }

    @Override
    public void put(Receipts receipts) {
        wire.write(() -> "PUT receipts " + receipts, () -> {
            index.put(receipts);
            return "done";
        });
    }

    @Override
    public void useShards(int count) {
        wire.write(() -> "USE " + count + " shards", () -> {
            index.useShards(count);
            return "done";
        });
    }

    @Override
    public int shardsUsed() {
        return wire.read(() -> "GET shards", index::shardsUsed);
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        return wire.read(() -> "QUERY " + shard + " after " + after, () -> index.read(shard, after),
                (_, page) -> watch.read(buffer, page));
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        if (!wire.delete(() -> "DELETE entries", new ArrayList<>(keys), index::delete).isEmpty()) {
            watch.leavesEntries();
        }
    }

    @Override
    public Optional<FlushState> state() {
        return wire.read(() -> "GET state", index::state, (_, state) -> watch.read(state));
    }

    @Override
    public RecoveryProgress recovery() {
        return wire.read(() -> "GET recovery", index::recovery);
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        return wire.write(() -> "COMMIT " + next + " over " + expected, () -> index.commit(expected, next),
                (fault, answer) -> watch.committed(fault, next, answer));
    }
}
