package io.sluice.index;

import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Records the name of each request before it is applied.
public final class CountingIndex implements BufferIndex {
    public final List<String> requests = new ArrayList<>();
    private final BufferIndex index;

    public CountingIndex(BufferIndex index) {
        this.index = index;
    }

    @Override
    public void put(IndexEntry entry) {
        requests.add("put");
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
    public void useShards(int count) {
        requests.add("use shards");
        index.useShards(count);
    }

    @Override
    public int shardsUsed() {
        requests.add("shards used");
        return index.shardsUsed();
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        requests.add("read");
        return index.read(shard, after);
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        requests.add("delete");
        index.delete(keys);
    }

    @Override
    public Optional<FlushState> state() {
        requests.add("state");
        return index.state();
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        requests.add("commit");
        return index.commit(expected, next);
    }
}
