package io.sluice.simulation;

import io.sluice.deaggregate.Deaggregator;
import io.sluice.index.BufferIndex;
import io.sluice.ingest.AttemptSpans;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.lane.Lane;
import io.sluice.lane.LaneCount;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// What hands records to the transform function.
sealed interface Source permits FirehoseSource, KinesisSource, KafkaSource, NamedSource, ObjectSource {
    /// What must land wholly once, all of it under one configuration, when any invocation that it was in was answered.
    List<SimulatedBatch> batches();

    /// Whether an invocation asks for the table before it stages, and so stages nothing that an empty one does not
    /// know.
    boolean asksForTheTable();

    /// An invocation to start now; empty when there is nothing to hand over.
    ///
    /// @param configuration that the invocation runs under
    Optional<Actor> invoke(Supplier<Configuration> configuration);

    /// Hands over what is left, when nothing goes wrong any more.
    ///
    /// @param alone runs an invocation that must succeed
    default void calm(Configuration configuration, Consumer<Actor> alone) {}

    /// The transform function's work.
    static Ingest ingest(Configuration configuration, Mistake.Ports ports, AttemptSpans spans) {
        return ingest(configuration, ports, spans, LaneCount.ONE, _ -> ports.index());
    }

    /// The same of a stream that has lanes.
    static Ingest ingest(Configuration configuration, Mistake.Ports ports, AttemptSpans spans, LaneCount lanes,
            Function<Lane, BufferIndex> indexes) {
        return new Ingest(
                new Ingest.IngestSettings(World.STREAM, configuration.shardCount(), Optional.empty(), spans),
                new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(),
                        Optional.of(new SimulatedRecord.Transformer()), Optional.empty(),
                        Optional.of(new SimulatedRecord.Keys())),
                configuration::binder, configuration.delimiting(), ports.staging(), ports.index(), lanes,
                indexes);
    }
}
