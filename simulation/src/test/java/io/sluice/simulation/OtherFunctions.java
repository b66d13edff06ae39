package io.sluice.simulation;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferCountArchive;
import io.sluice.buffers.BufferCountLog;
import io.sluice.buffers.BufferNumber;
import io.sluice.buffers.BufferNumbers;
import io.sluice.buffers.BufferNumbers.BufferNumberSettings;
import io.sluice.buffers.DecidedBufferCount;
import io.sluice.buffers.GuardedIndex;
import io.sluice.convert.Converters;
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
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectStore;
import io.sluice.recover.Recovery;
import io.sluice.recover.RecoverySummary;
import io.sluice.recover.StreamRecovery;
import io.sluice.simulation.versions.OtherVersion;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The functions of another version, made of its own classes by its own constructors: its records are decoded, its
/// objects converted, and its configurations are read by what its simulation had for that. The stores are the world's.
final class OtherFunctions implements Functions {
    private final OtherVersion version;

    OtherFunctions(OtherVersion version) {
        this.version = version;
    }

    @Override
    public Staging staging(Configuration configuration, Mistake.Ports ports, AttemptSpans spans) {
        return staging(version.callStatic(Source.class, "ingest", configuration, ports, spans));
    }

    @Override
    public Staging staging(Configuration configuration, Mistake.Ports ports, AttemptSpans spans, BufferCount count,
            Function<BufferNumber, Buffer> buffers) {
        Function<Object, @Nullable Object> theirs = number -> version.theirs(buffers.apply(ours(number)));
        return staging(version.callStatic(Source.class, "ingest", configuration, ports, spans, count, theirs));
    }

    private Staging staging(Object ingest) {
        return batch -> version.run(ingest, "accept", batch, Optional.empty());
    }

    private BufferNumber ours(Object number) {
        return (BufferNumber) Objects.requireNonNull(version.ours(number));
    }

    @Override
    public BufferCount decided(BufferCountLog log, ObjectStore staging) {
        Object theirs = version.make(DecidedBufferCount.class, World.STREAM, log, archive(staging));
        return (BufferCount) Objects.requireNonNull(version.ours(theirs));
    }

    private Object archive(ObjectStore staging) {
        return version.make(BufferCountArchive.class, World.STREAM, staging);
    }

    @Override
    public Keeper keeper(BufferNumberSettings settings, BufferCountLog log, ObjectStore staging, InstantSource clock) {
        return new OtherKeeper(version, version.make(BufferNumbers.class, settings, log, archive(staging), clock));
    }

    private record OtherKeeper(OtherVersion version, Object numbers) implements Keeper {
        @Override
        public List<BufferNumber> buffers() {
            return asked("buffers");
        }

        @Override
        public List<BufferNumber> followDue() {
            return asked("followDue");
        }

        @Override
        public List<BufferNumber> archived() {
            return asked("archived");
        }

        private List<BufferNumber> asked(String method) {
            List<?> asked = version.call(List.class, numbers, method);
            return asked.stream().map(BufferNumber.class::cast).toList();
        }

        @Override
        public BufferIndex guarded(BufferIndex index) {
            return (BufferIndex) Objects
                    .requireNonNull(version.ours(version.make(GuardedIndex.class, index, numbers)));
        }
    }

    @Override
    public Flushing flushing(FlushSettings settings, Buffer buffer, ObjectStore data, Order order,
            InstantSource clock) {
        Object workers = switch (order) {
            case ASIDE_FIRST -> sequential();
            case ASIDE_LAST -> version.make(LateAside.class);
        };
        Object converters = version.implement(Converters.class,
                specification -> version.callStatic(PickyConverter.class, "of", specification));
        return new OtherFlushing(version,
                version.make(Flusher.class, settings, buffer, data, workers, converters, clock));
    }

    private Object sequential() {
        return version.callStatic(Workers.class, "sequential");
    }

    private record OtherFlushing(OtherVersion version, Object flusher) implements Flushing {
        @Override
        public FlushSummary flush(String run, Planner.Mode mode, Deadline deadline, SliceInvoker invoker) {
            return version.call(FlushSummary.class, flusher, "flush", run, mode, deadline, invoker);
        }

        @Override
        public boolean seesNothing() {
            return version.call(Boolean.class, flusher, "seesNothing");
        }

        @Override
        public SliceSummary carryOut(DeliverySlice slice, Deadline deadline) {
            return version.call(SliceSummary.class, flusher, "carryOut", slice, deadline);
        }
    }

    /// Where it knows no reader of landings, it waits for none.
    @Override
    public Sweep.Summary sweep(Swept swept, InstantSource clock, Deadline deadline) {
        Object sweep = version.make(Sweep.class, swept.settings(), swept.buffer(), swept.mark(), swept.limits(),
                sequential(), clock);
        return version.call(Sweep.Summary.class, sweep, "sweep", deadline);
    }

    @Override
    public RecoverySummary recover(Keeper keeper, Function<BufferNumber, RecoveryParts> parts, Deadline deadline) {
        Function<Object, Object> theirs = number -> recovery(parts.apply(ours(number)));
        Object recovery = version.make(StreamRecovery.class, ((OtherKeeper) keeper).numbers(), theirs);
        return version.call(RecoverySummary.class, recovery, "recover", deadline);
    }

    private Object recovery(RecoveryParts parts) {
        return version.make(Recovery.class, parts.settings(), parts.buffer(), parts.data(), parts.mark(), sequential(),
                parts.clock());
    }
}
