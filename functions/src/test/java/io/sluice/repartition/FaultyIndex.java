package io.sluice.repartition;

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

/// An index whose requests meet [Faults].
record FaultyIndex(BufferIndex index, Faults faults) implements BufferIndex {
    @Override
    public void put(IndexEntry entry) {
        faults.write("index PUT", () -> {
            index.put(entry);
            return entry;
        });
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        return faults.write("index ADVANCE", () -> index.put(entry, expected, next));
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        return faults.read("index POSITION", () -> index.position(source));
    }

    @Override
    public void putIfAbsent(Position position) {
        faults.write("index POSITION", () -> {
            index.putIfAbsent(position);
            return position;
        });
    }

    @Override
    public void useShards(int count) {
        faults.write("index SHARDS", () -> {
            index.useShards(count);
            return count;
        });
    }

    @Override
    public int shardsUsed() {
        return faults.read("index SHARDS", index::shardsUsed);
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        return faults.read("index READ", () -> index.read(shard, after));
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        faults.write("index DELETE", () -> {
            index.delete(keys);
            return keys;
        });
    }

    @Override
    public Optional<FlushState> state() {
        return faults.read("index STATE", index::state);
    }

    @Override
    public RecoveryProgress recovery() {
        return faults.read("index RECOVERY", index::recovery);
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        return faults.write("index COMMIT", () -> index.commit(expected, next));
    }
}
