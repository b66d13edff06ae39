package io.sluice.ingest;

import io.sluice.lane.Lane;
import io.sluice.lane.LaneCount;
import io.sluice.segment.BatchId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// The buffers that batches are staged to, by the lane of each. Safe for concurrent use.
final class StagingLanes {
    private final LaneCount count;
    private final Function<Lane, BatchStaging> make;
    private final Map<Lane, BatchStaging> made = new ConcurrentHashMap<>();

    /// @param first the first lane's
    /// @param make  any other's
    StagingLanes(BatchStaging first, LaneCount count, Function<Lane, BatchStaging> make) {
        this.count = count;
        this.make = make;
        made.put(Lane.FIRST, first);
    }

    /// @param batch its id, asked for where there is a choice
    BatchStaging of(long oldestArrival, Supplier<BatchId> batch) {
        int lanes = count.at(oldestArrival);
        return made.computeIfAbsent(lanes == 1 ? Lane.FIRST : Lane.of(batch.get(), lanes), make);
    }
}
