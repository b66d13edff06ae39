package io.sluice.index;

import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Records the name of each request before it is applied.
public final class CountingIndex implements BufferIndex {
    public final List<String> requests = new ArrayList<>();
    private final BufferIndex index;
    private final Consumer<String> observer;

    public CountingIndex(BufferIndex index) {
        this(index, _ -> {});
    }

    /// @param observer is told of each request before it is applied, and may throw in its place
    public CountingIndex(BufferIndex index, Consumer<String> observer) {
        this.index = index;
        this.observer = observer;
    }

    private void request(String name) {
        requests.add(name);
        observer.accept(name);
    }

    @Override
    public void put(IndexEntry entry) {
        request("put");
        index.put(entry);
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        requests.add("advance");
        return index.put(entry, expected, next);
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        requests.add("position");
        return index.position(source);
    }

    @Override
    public void putIfAbsent(Position position) {
        request("put position");
        index.putIfAbsent(position);
    }

    @Override
    public void useShards(int count) {
        request("use shards");
        index.useShards(count);
    }

    @Override
    public int shardsUsed() {
        request("shards used");
        return index.shardsUsed();
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        request("read");
        return index.read(shard, after);
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        request("delete");
        index.delete(keys);
    }

    @Override
    public Optional<FlushState> state() {
        request("state");
        return index.state();
    }

    @Override
    public RecoveryProgress recovery() {
        request("recovery");
        return index.recovery();
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        request("commit");
        return index.commit(expected, next);
    }
}
