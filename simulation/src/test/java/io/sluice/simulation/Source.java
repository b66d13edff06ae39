package io.sluice.simulation;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferNumber;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.index.Buffer;
import io.sluice.ingest.AttemptSpans;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceRefusals;
import io.sluice.position.SequenceRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// What hands records to the transform function.
sealed interface Source permits FirehoseSource, KinesisSource, KafkaSource, NamedSource, ObjectSource, CallSource {
    /// What must land wholly once, all of it under one configuration, when any invocation that it was in was answered.
    List<SimulatedBatch> batches();

    /// Whether an invocation asks for the table before it stages, and so stages nothing that an empty one does not
    /// know.
    boolean asksForTheTable();

    /// Whether it numbers its records, and goes on behind those that it has an answer to.
    default boolean isNumbered() {
        return false;
    }

    /// Times that pass in its worlds besides those that pass in any.
    default List<Duration> jumps() {
        return List.of();
    }

    /// How long after it asked for the table whoever stages may still commit.
    default Duration commitsWithin() {
        return asksForTheTable() ? World.INVOCATION_MAX : World.LATE_MAX;
    }

    /// An invocation to start now; empty when there is nothing to hand over.
    ///
    /// @param configuration that the invocation runs under
    Optional<Actor> invoke(Supplier<Configuration> configuration);

    /// An invocation that finds a table which is being made again, and stages nothing; empty where it might.
    default Optional<Actor> invokeWhileRecovered(Configuration configuration) {
        return Optional.empty();
    }

    /// Hands over what is left, when nothing goes wrong any more.
    ///
    /// @param alone runs an invocation that must succeed
    default void calm(Configuration configuration, Consumer<Actor> alone) {}

    /// Whether what it hands over in a table that was set back is told from what it handed over before: by numbers, or
    /// by batches that come as they were.
    default boolean standsATableSetBack() {
        return true;
    }

    /// An operator puts the records into it again that a segment holds which nobody can decide on: whether they land is
    /// not the segment's any more.
    default void putAgain(SequenceRange range) {}

    /// The transform function's work.
    static Ingest ingest(Configuration configuration, Mistake.Ports ports, AttemptSpans spans) {
        return ingest(configuration, ports, spans, BufferCount.ONE,
                _ -> new Buffer(World.STREAM, ports.staging(), ports.index()));
    }

    /// The same, which refuses what `refusals` do.
    static Ingest ingest(Configuration configuration, Mistake.Ports ports, AttemptSpans spans,
            SourceRefusals refusals) {
        return ingest(configuration, spans, BufferCount.ONE,
                _ -> new Buffer(World.STREAM, ports.staging(), ports.index()), refusals);
    }

    /// One invocation, in an environment that was warm or is from now on, or in one that is new and ends with it.
    static void invoke(Configuration configuration, Mistake.Ports ports, World world, Consumer<Ingest> invocation) {
        world.warmEnvironment(configuration).ifPresentOrElse(warm -> warm.invoke(ports, invocation),
                () -> invocation.accept(ingest(configuration, ports, world.spans())));
        world.reached().note(RareState.ACCEPTED_UNDER_OLDER_CONFIGURATION, !configuration.equals(world.configured()));
    }

    /// The same of a stream that has buffers.
    static Ingest ingest(Configuration configuration, Mistake.Ports ports, AttemptSpans spans, BufferCount count,
            Function<BufferNumber, Buffer> buffers) {
        return ingest(configuration, spans, count, buffers, SourceRefusals.NONE);
    }

    private static Ingest ingest(Configuration configuration, AttemptSpans spans, BufferCount count,
            Function<BufferNumber, Buffer> buffers, SourceRefusals refusals) {
        RecordProcessor processor = new RecordProcessor(SimulatedRecord::decode, Deaggregator.none(),
                Optional.of(new SimulatedRecord.Transformer()), Optional.empty(),
                Optional.of(new SimulatedRecord.Keys())).refusing(refusals);
        return new Ingest(
                new Ingest.IngestSettings(configuration.shardCount(), Optional.empty(), World.filing(configuration),
                        spans),
                processor, configuration::binder, configuration.delimiting(), count, buffers);
    }
}
