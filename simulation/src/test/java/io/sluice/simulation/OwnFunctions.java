package io.sluice.simulation;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferCountArchive;
import io.sluice.buffers.BufferCountLog;
import io.sluice.buffers.BufferNumber;
import io.sluice.buffers.BufferNumbers;
import io.sluice.buffers.BufferNumbers.BufferNumberSettings;
import io.sluice.buffers.DecidedBufferCount;
import io.sluice.buffers.GuardedIndex;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.SliceInvoker;
import io.sluice.flush.SliceSummary;
import io.sluice.flush.Sweep;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.ingest.AttemptSpans;
import io.sluice.ingest.Ingest;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectStore;
import io.sluice.recover.Recovery;
import io.sluice.recover.RecoverySummary;
import io.sluice.recover.StreamRecovery;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The functions of this version.
final class OwnFunctions implements Functions {
    @Override
    public Staging staging(Configuration configuration, Mistake.Ports ports, AttemptSpans spans) {
        return staging(Source.ingest(configuration, ports, spans));
    }

    @Override
    public Staging staging(Configuration configuration, Mistake.Ports ports, AttemptSpans spans, BufferCount count,
            Function<BufferNumber, Buffer> buffers) {
        return staging(Source.ingest(configuration, ports, spans, count, buffers));
    }

    static Staging staging(Ingest ingest) {
        return batch -> ingest.accept(batch, Optional.empty());
    }

    @Override
    public BufferCount decided(BufferCountLog log, ObjectStore staging) {
        return new DecidedBufferCount(World.STREAM, log, new BufferCountArchive(World.STREAM, staging));
    }

    @Override
    public Keeper keeper(BufferNumberSettings settings, BufferCountLog log, ObjectStore staging, InstantSource clock) {
        return new OwnKeeper(
                new BufferNumbers(settings, log, new BufferCountArchive(World.STREAM, staging), clock));
    }

    private record OwnKeeper(BufferNumbers numbers) implements Keeper {
        @Override
        public List<BufferNumber> buffers() {
            return numbers.buffers();
        }

        @Override
        public List<BufferNumber> followDue() {
            return numbers.followDue();
        }

        @Override
        public List<BufferNumber> archived() {
            return numbers.archived();
        }

        @Override
        public BufferIndex guarded(BufferIndex index) {
            return new GuardedIndex(index, numbers);
        }
    }

    @Override
    public Flushing flushing(FlushSettings settings, Buffer buffer, ObjectStore data, Order order,
            InstantSource clock) {
        Workers workers = switch (order) {
            case ASIDE_FIRST -> Workers.sequential();
            case ASIDE_LAST -> new LateAside();
        };
        return new OwnFlushing(new Flusher(settings, buffer, data, workers, PickyConverter::of, clock));
    }

    private record OwnFlushing(Flusher flusher) implements Flushing {
        @Override
        public FlushSummary flush(String run, Planner.Mode mode, Deadline deadline, SliceInvoker invoker) {
            return flusher.flush(run, mode, deadline, invoker);
        }

        @Override
        public boolean seesNothing() {
            return flusher.seesNothing();
        }

        @Override
        public SliceSummary carryOut(DeliverySlice slice, Deadline deadline) {
            return flusher.carryOut(slice, deadline);
        }
    }

    @Override
    public Sweep.Summary sweep(Swept swept, InstantSource clock, Deadline deadline) {
        return new Sweep(swept.settings(), swept.buffer(), swept.mark(), swept.limits(), Workers.sequential(), clock,
                swept.read()).sweep(deadline);
    }

    @Override
    public RecoverySummary recover(Keeper keeper, Function<BufferNumber, RecoveryParts> parts, Deadline deadline) {
        return new StreamRecovery(((OwnKeeper) keeper).numbers(), number -> recovery(parts.apply(number)))
                .recover(deadline);
    }

    static Recovery recovery(RecoveryParts parts) {
        return new Recovery(parts.settings(), parts.buffer(), parts.data(), parts.mark(), Workers.sequential(),
                parts.clock());
    }
}
