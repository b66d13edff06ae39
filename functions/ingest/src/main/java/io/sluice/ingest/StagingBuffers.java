package io.sluice.ingest;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferNumber;
import io.sluice.segment.BatchId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// The buffers that batches are staged to, by their numbers. Safe for concurrent use.
final class StagingBuffers {
    private final BufferCount count;
    private final Function<BufferNumber, BatchStaging> make;
    private final Map<BufferNumber, BatchStaging> made = new ConcurrentHashMap<>();

    /// @param first the first buffer's
    /// @param make  any other's
    StagingBuffers(BatchStaging first, BufferCount count, Function<BufferNumber, BatchStaging> make) {
        this.count = count;
        this.make = make;
        made.put(BufferNumber.FIRST, first);
    }

    /// @param batch its id, asked for where there is a choice
    BatchStaging of(long oldestArrival, Supplier<BatchId> batch) {
        int buffers = count.at(oldestArrival);
        return made.computeIfAbsent(buffers == 1 ? BufferNumber.FIRST : BufferNumber.of(batch.get(), buffers), make);
    }
}
