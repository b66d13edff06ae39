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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// An index on the heap that keeps its entries encoded, in pages as large as DynamoDB's.
public final class HeapIndex implements BufferIndex {
    /// One megabyte of items of one kilobyte.
    private static final int PAGE = 1_000;

    private final Map<Integer, NavigableMap<String, byte[]>> shards = new TreeMap<>();
    private final Map<NumberedSource, SequenceNumber> positions = new HashMap<>();
    private int shardsUsed = 1;
    private Optional<FlushState> state = Optional.empty();

    /// Every entry, shard by shard.
    public synchronized List<IndexEntry> entries() {
        List<IndexEntry> entries = new ArrayList<>();
        shards.forEach((number, items) -> items
                .forEach((key, item) -> entries
                        .add(IndexEntry.decode(EntryKey.parse(new Shard(number), key), item))));
        return entries;
    }

    @Override
    public synchronized void put(IndexEntry entry) {
        items(entry.key().shard()).put(entry.key().sortKey(), entry.encode());
    }

    @Override
    public synchronized Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        if (!position(next.source()).equals(expected)) {
            return Advance.CONFLICT;
        }
        put(entry);
        positions.put(next.source(), next.sequence());
        return Advance.ADVANCED;
    }

    @Override
    public synchronized Optional<SequenceNumber> position(NumberedSource source) {
        return Optional.ofNullable(positions.get(source));
    }

    @Override
    public synchronized void putIfAbsent(Position position) {
        positions.putIfAbsent(position.source(), position.sequence());
    }

    @Override
    public synchronized void useShards(int count) {
        shardsUsed = Math.max(shardsUsed, count);
    }

    @Override
    public synchronized int shardsUsed() {
        return shardsUsed;
    }

    @Override
    public synchronized EntryPage read(Shard shard, Optional<EntryKey> after) {
        NavigableMap<String, byte[]> rest = after.map(key -> items(shard).tailMap(key.sortKey(), false))
                .orElseGet(() -> items(shard));
        List<IndexEntry> page = new ArrayList<>();
        for (Map.Entry<String, byte[]> item : rest.entrySet()) {
            if (page.size() == PAGE) {
                return new EntryPage(page, List.of(), Optional.of(page.getLast().key()));
            }
            page.add(IndexEntry.decode(EntryKey.parse(shard, item.getKey()), item.getValue()));
        }
        return new EntryPage(page, List.of(), Optional.empty());
    }

    @Override
    public synchronized void delete(Collection<EntryKey> keys) {
        keys.forEach(key -> items(key.shard()).remove(key.sortKey()));
    }

    @Override
    public synchronized Optional<FlushState> state() {
        return state;
    }

    @Override
    public RecoveryProgress recovery() {
        return RecoveryProgress.NONE;
    }

    @Override
    public synchronized Commit commit(Optional<FlushState> expected, FlushState next) {
        if (!state.equals(expected)) {
            return Commit.CONFLICT;
        }
        state = Optional.of(next);
        return Commit.COMMITTED;
    }

    private NavigableMap<String, byte[]> items(Shard shard) {
        return shards.computeIfAbsent(shard.number(), _ -> new TreeMap<>());
    }
}
