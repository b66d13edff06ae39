package io.sluice.flush;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.Shard;
import io.sluice.work.Workers;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// A look that costs less than a run, for ticks that come every few seconds: of a stream whose last run left nothing
/// waiting, and which nobody has moved since, the index alone tells whether there is anything to do. It reads the state
/// item, the number of shards and one page of each shard, all consistently, and neither the manifest nor anything else
/// of S3. Safe for concurrent use.
///
/// What it overlooks waits for the schedule's next run, which makes no such check.
final class IdleCheck {
    private final BufferIndex index;
    private final Workers workers;
    private final AtomicReference<Optional<Quiet>> quiet = new AtomicReference<>(Optional.empty());

    /// A moment at which nothing waited.
    ///
    /// @param state      what the stream's state item was; empty before the first commit
    /// @param shardCount index shards in which nothing was found
    private record Quiet(Optional<FlushState> state, int shardCount) {}

    IdleCheck(BufferIndex index, Workers workers) {
        this.index = index;
        this.workers = workers;
    }

    /// Notes how a run ended.
    ///
    /// @param announced whether what landed is said, too
    void remember(FlushSummary summary, Optional<FlushState> state, int shardCount, boolean announced) {
        boolean nothingWaits = summary.idle() && !summary.superseded() && announced;
        quiet.set(nothingWaits ? Optional.of(new Quiet(state, shardCount)) : Optional.empty());
    }

    /// Tests whether nothing arrived since the last run, and that one left nothing. False also when the last run left
    /// something, or none has run.
    boolean seesNothing() {
        return quiet.get().filter(this::isStill).isPresent();
    }

    private boolean isStill(Quiet last) {
        Supplier<Integer> shardsUsed = workers.ahead(index::shardsUsed);
        boolean moved = !index.state().equals(last.state);
        int shards = Math.max(shardsUsed.get(), last.shardCount);
        return !moved && workers.map(IntStream.range(0, shards).mapToObj(Shard::new).toList(), this::isEmpty).stream()
                .allMatch(Boolean::booleanValue);
    }

    private boolean isEmpty(Shard shard) {
        EntryPage page = index.read(shard, Optional.empty());
        return page.entries().isEmpty() && page.damaged().isEmpty() && page.after().isEmpty();
    }
}
