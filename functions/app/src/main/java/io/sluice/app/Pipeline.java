package io.sluice.app;

import io.sluice.config.KeyRule;
import io.sluice.config.LandingSection;
import io.sluice.config.Processing.Deaggregation;
import io.sluice.config.StreamConfiguration;
import io.sluice.convert.Converters;
import io.sluice.convert.RowFormat;
import io.sluice.convert.StagedConversions;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.Slicing;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.ingest.AttemptSpans;
import io.sluice.ingest.CompressedLogsDecoder;
import io.sluice.ingest.Ingest;
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
import io.sluice.objects.ObjectStore;
import io.sluice.partition.PartitionBinder;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The components that a stream's configuration makes, before any port: also for whoever wants to know what they make
/// of some records before anything is deployed. Safe for concurrent use.
public final class Pipeline {
    /// Requests that a flusher has under way at once.
    public static final int REQUESTS_MAX = 64;

    private static final int DELIVERIES_MAX = 50_000;
    private static final int PENDING_BYTES_MAX = 48 << 20;
    private static final long DIRECTORY_BYTES_MAX = 48 << 20;
    /// The same with a limit of partitions: each beyond it is a delivery of the same commit.
    private static final long DIRECTORY_BYTES_OF_LIMITED_MAX = 4 << 20;
    /// The objects that an invocation reads and writes in some ten seconds, so that slices are done before the next run
    /// looks for their objects (`docs/reference/scale.md`).
    private static final int OBJECTS_PER_INVOCATION = 10_000;
    private static final long BYTES_PER_INVOCATION = 256L << 20;

    private final StreamConfiguration stream;
    private final InstantSource clock;
    private final Optional<RecordFunction> function;
    private final SourceRefusals refusals;
    private final Plugins plugins;

    /// @param clock what time it is, for jq's `now` and for flush runs
    /// @throws IllegalArgumentException when a plug-in that the configuration names cannot be found
    public Pipeline(StreamConfiguration stream, InstantSource clock) {
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

    StreamConfiguration configuration() {
        return stream;
    }

    InstantSource clock() {
        return clock;
    }

    /// The steps that the function itself takes in delivery `buffer`: all of them.
    public RecordProcessor processor() {
        Deaggregator deaggregator = stream.processing().deaggregation().map(Pipeline::deaggregator)
                .orElseGet(Deaggregator::none);
        return processor(decoder(), deaggregator).refusing(refusals).of(stream.sluice().recordsAt());
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
                        .map(query -> JqQueryKeys.of(query, stream.prefix().queryKeys()::contains,
                                stream.sluice().missingKey(), clock)),
                plugins.keyExtractor());
    }

    /// Makes binders of key values, each for one thread.
    public Supplier<PartitionBinder> binders() {
        return () -> new PartitionBinder(stream.prefix(), stream.errorOutputPrefix(), stream.format(),
                stream.sluice().keyEncoding());
    }

    Delimiting delimiting() {
        return delimiting(stream);
    }

    /// The delimiting of a stream's delivered records: what was read line by line is written line by line, whatever the
    /// configuration says about line ends.
    public static Delimiting delimiting(StreamConfiguration stream) {
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

    /// The intake of batches to one buffer, whatever buffers there are.
    public Ingest ingest(Buffer buffer) {
        return new Ingest(ingestSettings(), processor(), binders(), delimiting(), buffer);
    }

    Ingest.IngestSettings ingestSettings() {
        return new Ingest.IngestSettings(stream.sluice().indexShards(), stream.conversion(), filing(), attemptSpans());
    }

    /// The flusher of a buffer.
    public Flusher flusher(Buffer buffer, ObjectStore data) {
        return flusher(flushSettings(), buffer, data, new VirtualThreadWorkers(REQUESTS_MAX), clock);
    }

    /// A flusher with settings that differ from the deployed ones, and with another way to do things side by side.
    ///
    /// @param workers that have at most [#REQUESTS_MAX] requests under way
    public static Flusher flusher(FlushSettings settings, Buffer buffer, ObjectStore data, Workers workers,
            InstantSource clock) {
        return new Flusher(settings, buffer, data, workers, converters(buffer), clock);
    }

    /// The converters by which a flusher makes files of records. A jar that cannot write Parquet files serves every
    /// stream but those whose records are converted.
    public static Converters converters(Buffer buffer) {
        return PluginServices.only(RowFormat.class)
                .<Converters>map(format -> new StagedConversions(buffer.name(), buffer.staging(), format))
                .orElse(Converters.NONE);
    }

    /// The settings that the stream's flusher is deployed with.
    public FlushSettings flushSettings() {
        DuePolicy due = new DuePolicy(stream.objectBytesMax(), stream.interval(), stream.sluice().flushEvery(),
                stream.sluice().buffering().stream().map(this::rule).toList());
        ObjectNaming naming = new ObjectNaming(stream.stream(), stream.sluice().streamVersion(),
                stream.fileExtension(), stream.timeZone());
        PlanSettings plan = new PlanSettings(due, naming, new ErrorOutput(stream.errorOutputPrefix()), stream.retry(),
                stream.sluice().activePartitionLimit(), stream.sluice().indexShards(), stream.sluice().foldedFor(),
                DELIVERIES_MAX, PENDING_BYTES_MAX, stream.sluice().landing().map(LandingSection::keptFor));
        return new FlushSettings(plan, stream.sluice().flushMemoryBytesMax(),
                stream.sluice().activePartitionLimit().isPresent()
                        ? DIRECTORY_BYTES_OF_LIMITED_MAX
                        : DIRECTORY_BYTES_MAX,
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

    private static Deaggregator deaggregator(Deaggregation deaggregation) {
        return switch (deaggregation) {
            case Deaggregation.Json() -> Deaggregator.json();
            case Deaggregation.Delimited(byte[] delimiter) -> Deaggregator.delimited(delimiter);
        };
    }
}
