package io.sluice.benchmarks.sustain;

import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.testkit.requests.PassingIndex;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The index table of a flusher in virtual time. What is asked of it is done after the wait, as part of the function's
/// own work: decoding is.
final class VirtualIndex extends PassingIndex {
    private static final int DELETES_AT_ONCE = 25;
    private static final double READ_UNIT_BYTES = 4_096;
    /// The stream's own items have a partition key to themselves.
    private static final int STATE = -1;

    private final Cloud cloud;
    private final Carrier carrier;

    VirtualIndex(Cloud cloud, Carrier carrier) {
        super(cloud.index());
        this.cloud = cloud;
        this.carrier = carrier;
    }

    private void await(Map<Integer, Long> units) {
        cloud.counts().indexRequests++;
        carrier.index(units, () -> true);
    }

    private <T> T read(Supplier<T> request) {
        cloud.counts().readUnits++;
        await(Map.of());
        return request.get();
    }

    @Override
    public int shardsUsed() {
        return read(super::shardsUsed);
    }

    @Override
    public Optional<FlushState> state() {
        return read(super::state);
    }

    @Override
    public RecoveryProgress recovery() {
        return read(super::recovery);
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        await(Map.of());
        EntryPage page = super.read(shard, after);
        long bytes = page.entries().stream().mapToLong(entry -> entry.itemBytes("clickstream")).sum();
        cloud.counts().readUnits += Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES));
        return page;
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        List<EntryKey> all = List.copyOf(keys);
        for (int from = 0; from < all.size(); from += DELETES_AT_ONCE) {
            List<EntryKey> some = all.subList(from, Math.min(all.size(), from + DELETES_AT_ONCE));
            cloud.counts().writeUnits += some.size();
            await(some.stream().collect(Collectors.groupingBy(key -> key.shard().number(), Collectors.counting())));
            super.delete(some);
        }
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        cloud.counts().writeUnits++;
        await(Map.of(STATE, 1L));
        return super.commit(expected, next);
    }
}
