package io.sluice.lambda;

import io.sluice.compaction.CompactionPlan;
import io.sluice.config.KeyDates;
import io.sluice.config.KeyRule;
import io.sluice.config.Processing.Deaggregation;
import io.sluice.config.StreamConfiguration;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.Slicing;
import io.sluice.ingest.AttemptSpans;
import io.sluice.ingest.CompressedLogsDecoder;
import io.sluice.ingest.JqQueryKeys;
import io.sluice.ingest.RecordFunction;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.ingest.SourceRefusals;
import io.sluice.layout.Filing;
import io.sluice.layout.PrefixMatch;
import io.sluice.manifest.BufferingRule;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ErrorOutput;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import io.sluice.partition.PartitionBinder;
import io.sluice.retention.RetentionSettings;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Turns a stream's configuration into the pure components of its pipeline.
final class Pipeline {
    private static final int DELIVERIES_MAX = 50_000;
    private static final int PENDING_BYTES_MAX = 48 << 20;
    private static final long DIRECTORY_BYTES_MAX = 48 << 20;
    /// The objects that an invocation reads and writes in some ten seconds, so that slices are done before the next run
    /// looks for their objects (`docs/reference/scale.md`).
    private static final int OBJECTS_PER_INVOCATION = 10_000;
    private static final long BYTES_PER_INVOCATION = 256L << 20;

    private final StreamConfiguration stream;
    private final InstantSource clock;
    private final Optional<RecordFunction> function;
    private final SourceRefusals refusals;
    private final Plugins plugins;

    /// @throws IllegalArgumentException when a plug-in that the configuration names cannot be found
    Pipeline(StreamConfiguration stream, InstantSource clock) {
        this(stream, clock, Optional.empty(), SourceRefusals.NONE);
    }

    /// @param function what transforms records when the configuration calls its transformer [RecordFunction#NAME]
    /// @param refusals what is known of records before the first step
    Pipeline(StreamConfiguration stream, InstantSource clock, Optional<RecordFunction> function,
            SourceRefusals refusals) {
        this.refusals = refusals;
        this.function = function.filter(_ -> stream.sluice().transformer().equals(Optional.of(RecordFunction.NAME)));
        this.stream = stream;
        this.clock = clock;
        this.plugins = Plugins.of(stream, this.function);
    }

    /// The steps that the function itself takes in delivery `buffer`: all of them.
    RecordProcessor bufferProcessor() {
        Deaggregator deaggregator = stream.processing().deaggregation().map(Pipeline::deaggregator)
                .orElseGet(Deaggregator::none);
        return processor(decoder(), deaggregator).refusing(refusals);
    }

    /// The steps that are left to the function in delivery `firehose`: Firehose decompresses and deaggregates before
    /// it.
    RecordProcessor firehoseProcessor() {
        return processor(SourceDecoder.PLAIN, Deaggregator.none());
    }

    private SourceDecoder decoder() {
        if (!stream.processing().decompression()) {
            return SourceDecoder.PLAIN;
        }
        return new CompressedLogsDecoder(stream.processing().cloudWatchLogMessages()
                ? CompressedLogsDecoder.Content.CLOUDWATCH_LOGS
                : CompressedLogsDecoder.Content.DATA);
    }

    private RecordProcessor processor(SourceDecoder decoder, Deaggregator deaggregator) {
        return new RecordProcessor(decoder, deaggregator, plugins.transformer(), function,
                stream.processing().metadataQuery()
                        .map(query -> JqQueryKeys.of(query, stream.sluice().missingKey(), clock)),
                plugins.keyExtractor());
    }

    Supplier<PartitionBinder> binders() {
        return () -> new PartitionBinder(stream.prefix(), stream.errorOutputPrefix(), stream.format(),
                stream.sluice().keyEncoding());
    }

    /// The delimiting of delivered records: what was read line by line is written line by line, whatever the
    /// configuration says about line ends.
    Delimiting delimiting() {
        return stream.processing().appendDelimiter() || stream.sluice().events().source().readsObjects()
                ? Delimiting.NEWLINE
                : Delimiting.NONE;
    }

    /// By the shortest interval, so that a batch keeps to whichever rule its records' objects are due by.
    Filing filing() {
        Stream<Duration> rules = stream.sluice().buffering().stream().flatMap(rule -> rule.interval().stream());
        return Filing.of(stream.timeZone(),
                rules.reduce(stream.interval(), (one, other) -> one.compareTo(other) < 0 ? one : other));
    }

    AttemptSpans attemptSpans() {
        return new AttemptSpans(stream.sluice().foldedFor(), clock);
    }

    FlushSettings flushSettings() {
        DuePolicy due = new DuePolicy(stream.objectBytesMax(), stream.interval(), stream.sluice().flushEvery(),
                stream.sluice().buffering().stream().map(this::rule).toList());
        ObjectNaming naming = new ObjectNaming(stream.stream(), stream.sluice().streamVersion(),
                stream.fileExtension(), stream.timeZone());
        PlanSettings plan = new PlanSettings(due, naming, new ErrorOutput(stream.errorOutputPrefix()), stream.retry(),
                stream.sluice().activePartitionLimit(), stream.sluice().indexShards(), stream.sluice().foldedFor(),
                DELIVERIES_MAX, PENDING_BYTES_MAX);
        return new FlushSettings(plan, stream.sluice().waveBytesMax(), DIRECTORY_BYTES_MAX,
                new Slicing(stream.sluice().flushParallelism(), OBJECTS_PER_INVOCATION, BYTES_PER_INVOCATION),
                released());
    }

    /// The fate of released segments: those of records that are known one by one are kept, since what they say of them
    /// is needed when the table is lost.
    ReleasedSegments released() {
        return stream.sluice().events().source().hasReceipts() ? ReleasedSegments.KEPT : ReleasedSegments.DELETED;
    }

    private BufferingRule rule(KeyRule rule) {
        return new BufferingRule(PrefixMatch.of(stream.prefix(), stream.sluice().keyEncoding(), rule.match()),
                rule.bytes().orElse(stream.objectBytesMax()), rule.interval().orElse(stream.interval()));
    }

    RetentionSettings retentionSettings() {
        return new RetentionSettings(stream.stream(), stream.prefix(), stream.errorOutputPrefix(),
                stream.sluice().keyEncoding(), KeyDates.patterns(stream), stream.timeZone(),
                stream.sluice().retentionDays(), CompactionPlan.prefix(stream));
    }

    private static Deaggregator deaggregator(Deaggregation deaggregation) {
        return switch (deaggregation) {
            case Deaggregation.Json() -> Deaggregator.json();
            case Deaggregation.Delimited(byte[] delimiter) -> Deaggregator.delimited(delimiter);
        };
    }
}
