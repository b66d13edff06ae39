package io.sluice.testkit.memory;

import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferCountLog;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.SweepMark;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.objects.StoreException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.recover.RecoveryMark;
import io.sluice.segment.StagedSegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// An index in memory that keeps the [BufferIndex] contract; entries are kept encoded, as a table keeps them.
public final class MemoryIndex implements BufferIndex, RecoveryMark, SweepMark, BufferCountLog {
    private final int page;
    private final Map<Integer, NavigableMap<String, byte[]>> shards = new TreeMap<>();
    private final Map<NumberedSource, SequenceNumber> positions = new HashMap<>();
    private final Map<RecordName, StagedSegment> receipts;
    private int shardsUsed = 1;
    private Optional<FlushState> state = Optional.empty();
    private Standing recovery = Standing.NONE;
    private Optional<Pass> sweep = Optional.empty();
    private Optional<BufferCountHistory> buffers = Optional.empty();
    private boolean gone;

    /// @param page most entries that one read gives
    public MemoryIndex(int page) {
        this(page, new ConcurrentHashMap<>());
    }

    private MemoryIndex(int page, Map<RecordName, StagedSegment> receipts) {
        this.page = page;
        this.receipts = receipts;
    }

    /// The index of another buffer of the same stream: receipts are the same.
    public MemoryIndex another() {
        return new MemoryIndex(page, receipts);
    }

    /// From now on there is no such table: everything that is asked of it is refused.
    public synchronized void lose() {
        shards.clear();
        positions.clear();
        receipts.clear();
        shardsUsed = 1;
        state = Optional.empty();
        recovery = Standing.NONE;
        sweep = Optional.empty();
        buffers = Optional.empty();
        gone = true;
    }

    /// What the table holds now, for who sets it back to this point later.
    ///
    /// @return sets it back
    public synchronized Runnable snapshot() {
        Map<Integer, NavigableMap<String, byte[]>> shardsThen = new TreeMap<>();
        shards.forEach((number, items) -> shardsThen.put(number, new TreeMap<>(items)));
        var positionsThen = Map.copyOf(positions);
        var receiptsThen = Map.copyOf(receipts);
        int shardsUsedThen = shardsUsed;
        var stateThen = state;
        var recoveryThen = recovery;
        var sweepThen = sweep;
        var buffersThen = buffers;
        return () -> {
            synchronized (this) {
                lose();
                shards.putAll(shardsThen);
                positions.putAll(positionsThen);
                receipts.putAll(receiptsThen);
                shardsUsed = shardsUsedThen;
                state = stateThen;
                recovery = recoveryThen;
                sweep = sweepThen;
                buffers = buffersThen;
                gone = false;
            }
        };
    }

    /// Makes an empty table in place of the one that was lost.
    public synchronized void replace() {
        gone = false;
    }

    private void requireThere() {
        if (gone) {
            throw new StoreException(StoreException.Kind.REFUSED, "there is no such table");
        }
    }

    @Override
    public synchronized Standing read() {
        requireThere();
        return recovery;
    }

    @Override
    public synchronized void write(Standing standing) {
        requireThere();
        recovery = standing.progress().compareTo(recovery.progress()) < 0 ? recovery : standing;
    }

    @Override
    public synchronized Optional<Pass> pass() {
        requireThere();
        return sweep;
    }

    @Override
    public synchronized void keep(Pass pass) {
        requireThere();
        sweep = Optional.of(pass);
    }

    @Override
    public synchronized Optional<BufferCountHistory> bufferCounts() {
        requireThere();
        return buffers;
    }

    @Override
    public synchronized boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
        requireThere();
        boolean moves = buffers.equals(expected);
        buffers = moves ? Optional.of(next) : buffers;
        return moves;
    }

    /// The number of entries.
    public synchronized int entries() {
        return shards.values().stream().mapToInt(NavigableMap::size).sum();
    }

    /// Every entry, shard by shard, the oldest of each first.
    ///
    /// @throws MalformedEncodingException when one is damaged
    public synchronized List<IndexEntry> all() {
        List<IndexEntry> all = new ArrayList<>();
        shards.forEach((number, items) -> items.forEach((key, item) -> all
                .add(IndexEntry.decode(EntryKey.parse(new Shard(number), key), item))));
        return all;
    }

    @Override
    public synchronized void put(IndexEntry entry) {
        requireThere();
        shard(entry.key().shard()).put(entry.key().sortKey(), entry.encode());
    }

    @Override
    public synchronized Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        Advance advance = advance(expected, next);
        if (advance == Advance.ADVANCED) {
            put(entry);
        }
        return advance;
    }

    /// Moves a position and writes no entry, which nothing but a mistake does.
    public synchronized Advance advance(Optional<SequenceNumber> expected, Position next) {
        if (!position(next.source()).equals(expected)) {
            return Advance.CONFLICT;
        }
        positions.put(next.source(), next.sequence());
        return Advance.ADVANCED;
    }

    @Override
    public synchronized Optional<SequenceNumber> position(NumberedSource source) {
        requireThere();
        return Optional.ofNullable(positions.get(source));
    }

    /// Takes a position away, as an operator does who lets a source be read anew.
    public synchronized void forget(NumberedSource source) {
        positions.remove(source);
    }

    @Override
    public synchronized void putIfAbsent(Position position) {
        requireThere();
        positions.putIfAbsent(position.source(), position.sequence());
    }

    @Override
    public synchronized Claim put(IndexEntry entry, Receipts claimed) {
        requireThere();
        synchronized (receipts) {
            if (claimed.names().stream().anyMatch(receipts::containsKey)) {
                return Claim.CONFLICT;
            }
            put(entry);
            put(claimed);
            return Claim.CLAIMED;
        }
    }

    @Override
    public synchronized Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        requireThere();
        Map<RecordName, StagedSegment> found = new HashMap<>(receipts);
        found.keySet().retainAll(names);
        return found;
    }

    @Override
    public synchronized void put(Receipts written) {
        requireThere();
        written.names().forEach(name -> receipts.put(name, written.segment()));
    }

    @Override
    public synchronized void useShards(int count) {
        requireThere();
        shardsUsed = Math.max(shardsUsed, count);
    }

    @Override
    public synchronized int shardsUsed() {
        requireThere();
        return shardsUsed;
    }

    @Override
    public synchronized EntryPage read(Shard shard, Optional<EntryKey> after) {
        requireThere();
        List<IndexEntry> entries = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        NavigableMap<String, byte[]> all = shard(shard);
        var rest = after.isPresent() ? all.tailMap(after.get().sortKey(), false) : all;
        Optional<EntryKey> last = Optional.empty();
        for (Map.Entry<String, byte[]> each : rest.entrySet()) {
            if (entries.size() + damaged.size() == page) {
                return new EntryPage(entries, damaged, last);
            }
            EntryKey key = EntryKey.parse(shard, each.getKey());
            last = Optional.of(key);
            try {
                entries.add(IndexEntry.decode(key, each.getValue()));
            } catch (MalformedEncodingException e) {
                damaged.add("item " + each.getKey() + ": " + e.getMessage());
            }
        }
        return new EntryPage(entries, damaged, Optional.empty());
    }

    /// Changes an entry's bytes as a broken disk or an operator would.
    public synchronized void damage(EntryKey key, UnaryOperator<byte[]> damage) {
        shard(key.shard()).computeIfPresent(key.sortKey(), (_, bytes) -> damage.apply(bytes.clone()));
    }

    @Override
    public synchronized void delete(Collection<EntryKey> keys) {
        requireThere();
        keys.forEach(key -> shard(key.shard()).remove(key.sortKey()));
    }

    @Override
    public synchronized Optional<FlushState> state() {
        requireThere();
        return state;
    }

    @Override
    public synchronized RecoveryProgress recovery() {
        requireThere();
        return recovery.progress();
    }

    @Override
    public synchronized Commit commit(Optional<FlushState> expected, FlushState next) {
        requireThere();
        if (!state.equals(expected)) {
            return Commit.CONFLICT;
        }
        state = Optional.of(next);
        return Commit.COMMITTED;
    }

    private NavigableMap<String, byte[]> shard(Shard shard) {
        return shards.computeIfAbsent(shard.number(), _ -> new TreeMap<>());
    }
}
