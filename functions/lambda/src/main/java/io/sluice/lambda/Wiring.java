package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.ServiceClients;
import io.sluice.codec.CompressorPool;
import io.sluice.compaction.CompactionPlan;
import io.sluice.config.DeliveryMode;
import io.sluice.config.StreamConfiguration;
import io.sluice.convert.Converters;
import io.sluice.convert.RowFormat;
import io.sluice.convert.StagedConversions;
import io.sluice.event.PartialAnswer;
import io.sluice.event.SourceEvents;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.flush.SliceInvoker;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.KeyAnswers;
import io.sluice.ingest.RecordFunction;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceRefusals;
import io.sluice.lane.Lane;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.repartition.OpenDays;
import io.sluice.repartition.PublishedView;
import io.sluice.retention.Erasure;
import io.sluice.retention.Retention;
import io.sluice.retention.SourceErasure;
import io.sluice.segment.SegmentId;
import io.sluice.upload.ObjectIntake;
import io.sluice.upload.OwnOutput;
import io.sluice.work.Workers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// Builds the functions' components out of environment variables, once per execution environment, each when it is asked
/// for first.
///
/// | variable | meaning |
/// |---|---|
/// | `SLUICE_CONFIG` | the stream's configuration JSON, or `gzip:` and its gzip in base64, or `file:` and a path |
/// | `SLUICE_DATA_BUCKET` | the data bucket; default: the configuration's |
/// | `SLUICE_STAGING_BUCKET` | the bucket of segments and manifests |
/// | `SLUICE_INDEX_TABLE` | the index table |
/// | `SLUICE_S3_ENDPOINT`, `SLUICE_DYNAMODB_ENDPOINT`, `SLUICE_LAMBDA_ENDPOINT` | other endpoints than AWS's own (embedded servers); default: the SDK's |
public final class Wiring implements AutoCloseable {
    static final int REQUESTS_MAX = 64;
    /// Each holds a range of an object, or a row group.
    private static final int SOURCE_OBJECTS_MAX = 3;

    private final StreamConfiguration stream;
    private final InstantSource clock;
    private final Telemetry telemetry;
    private final Ports ports;
    private final Pipeline pipeline;
    private final SourceEvents events;
    private final Once<Ingest> ingest;
    private final Once<ObjectIntake> objects;
    private final Once<KeyAnswers> keyAnswers;
    private final StreamLanes lanes;

    /// @param ports closed with the wiring
    Wiring(StreamConfiguration stream, InstantSource clock, Consumer<String> lines, Ports ports) {
        this(stream, clock, lines, ports, Optional.empty(), SourceRefusals.NONE);
    }

    private Wiring(StreamConfiguration stream, InstantSource clock, Consumer<String> lines, Ports ports,
            Optional<RecordFunction> function, SourceRefusals refusals) {
        this.stream = stream;
        this.clock = clock;
        this.telemetry = new Telemetry(lines, clock, stream);
        this.ports = ports;
        this.pipeline = new Pipeline(stream, clock, function, refusals);
        this.events = new SourceEvents(stream.sluice().events(), clock);
        this.lanes = new StreamLanes(stream, pipeline, ports, clock, REQUESTS_MAX);
        this.ingest = new Once<>(() -> ingest(pipeline.bufferProcessor()));
        this.objects = new Once<>(() -> new ObjectIntake(ownOutput(), ports.uploads(), this::refusingIngest));
        this.keyAnswers = new Once<>(
                () -> new KeyAnswers(pipeline.firehoseProcessor(), stream.sluice().keyEncoding()));
    }

    /// A jar that cannot write Parquet files serves every stream but those whose records are converted.
    static Converters converters(Buffer buffer) {
        return PluginServices.only(RowFormat.class)
                .<Converters>map(format -> new StagedConversions(buffer.name(), buffer.staging(), format))
                .orElse(Converters.NONE);
    }

    private Ingest refusingIngest(SourceRefusals known) {
        return ingest(pipeline.bufferProcessor().refusing(known));
    }

    private OwnOutput ownOutput() {
        List<String> buckets = ports.buckets();
        List<String> prefixes = new ArrayList<>();
        prefixes.add(stream.prefix().literalHead());
        prefixes.add(stream.errorOutputPrefix().literalHead());
        CompactionPlan.prefix(stream).ifPresent(compacted -> {
            prefixes.add(compacted.literalHead());
            prefixes.add(PublishedView.FOLDER);
        });
        return new OwnOutput(buckets.getFirst(), buckets.getLast(), prefixes);
    }

    private Ingest ingest(RecordProcessor processor) {
        return new Ingest(ingestSettings(stream, pipeline), processor, pipeline.binders(), pipeline.delimiting(),
                lanes.count(), lanes::buffer);
    }

    /// To one buffer, whatever lanes there are.
    static Ingest ingest(StreamConfiguration stream, Pipeline pipeline, Buffer buffer) {
        return new Ingest(ingestSettings(stream, pipeline), pipeline.bufferProcessor(), pipeline.binders(),
                pipeline.delimiting(), buffer);
    }

    private static Ingest.IngestSettings ingestSettings(StreamConfiguration stream, Pipeline pipeline) {
        return new Ingest.IngestSettings(stream.sluice().indexShards(), stream.conversion(),
                pipeline.filing(), pipeline.attemptSpans());
    }

    /// @param settings of one buffer
    static Flusher flusher(FlushSettings settings, Buffer buffer, ObjectStore data, InstantSource clock) {
        return flusher(settings, buffer, data, new VirtualThreadWorkers(REQUESTS_MAX), clock);
    }

    static Flusher flusher(FlushSettings settings, Buffer buffer, ObjectStore data, Workers workers,
            InstantSource clock) {
        return new Flusher(settings, buffer, data, workers, converters(buffer), clock);
    }

    /// For a function: the process's environment, the system clock, lines to standard output.
    static Wiring ofFunction() {
        return create(System.getenv(), InstantSource.system(), System.out::println);
    }

    /// @param lines takes log and metric lines, without their ends
    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    public static Wiring create(Map<String, String> environment, InstantSource clock, Consumer<String> lines) {
        return create(environment, clock, lines, UrlConnectionHttpClient.create());
    }

    /// @param http carries every request to AWS; closed with the wiring
    public static Wiring create(Map<String, String> environment, InstantSource clock, Consumer<String> lines,
            SdkHttpClient http) {
        return create(environment, clock, lines, http, Optional.empty());
    }

    /// @param function what transforms records when `Sluice.Transformer` is [RecordFunction#NAME]
    public static Wiring create(Map<String, String> environment, InstantSource clock, Consumer<String> lines,
            SdkHttpClient http, Optional<RecordFunction> function) {
        return create(environment, clock, lines, http, function, SourceRefusals.NONE);
    }

    /// @param refusals what is known of records before the first step
    public static Wiring create(Map<String, String> environment, InstantSource clock, Consumer<String> lines,
            SourceRefusals refusals) {
        return create(environment, clock, lines, UrlConnectionHttpClient.create(), Optional.empty(), refusals);
    }

    /// @param refusals as above
    /// @param clients  take every request to S3 and DynamoDB, whatever endpoints the environment names
    public static Wiring create(Map<String, String> environment, InstantSource clock, Consumer<String> lines,
            SourceRefusals refusals, ServiceClients clients) {
        Settings settings = Settings.parse(environment);
        return new Wiring(settings.stream(), clock, lines,
                new AwsPorts(settings, UrlConnectionHttpClient.create(), clients), Optional.empty(), refusals);
    }

    private static Wiring create(Map<String, String> environment, InstantSource clock, Consumer<String> lines,
            SdkHttpClient http, Optional<RecordFunction> function, SourceRefusals refusals) {
        Settings settings = Settings.parse(environment);
        return new Wiring(settings.stream(), clock, lines, new AwsPorts(settings, http), function, refusals);
    }

    /// Makes what a transform function needs: as it starts, and not with its first event.
    ///
    /// @throws IllegalArgumentException when the configuration names code that is not there
    void makeTransform() {
        if (buffers()) {
            ingest();
        } else {
            keyAnswers();
        }
    }

    /// Makes what a flusher function needs.
    void makeFlush() {
        lanes.flusher(Lane.FIRST);
        lanes.sweep(Lane.FIRST);
    }

    /// The steps that ready a transform function: its records' way, and the requests' without writing anything.
    List<Runnable> transformPriming() {
        return buffers()
                ? List.of(() -> ingest().rehearse(PrimingEvent.read()), this::readSomething)
                : List.of(() -> PrimingEvent.answer(keyAnswers()));
    }

    /// The steps that ready a flusher function.
    List<Runnable> flushPriming() {
        return List.of(this::readSomething, CompressorPool::prime);
    }

    private void readSomething() {
        ports.index().state();
        ports.staging().head(new ObjectKey(SegmentId.prefix(stream.stream()) + "priming"));
    }

    /// The requests to AWS so far.
    public RequestCounts.Snapshot requests() {
        return ports.requests();
    }

    boolean buffers() {
        return stream.sluice().attachment() == DeliveryMode.BUFFER;
    }

    SourceEvents events() {
        return events;
    }

    PartialAnswer partialAnswer() {
        return stream.sluice().events().answer();
    }

    InstantSource clock() {
        return clock;
    }

    Telemetry telemetry() {
        return telemetry;
    }

    Ingest ingest() {
        return ingest.get();
    }

    /// The intake of the objects that events name, where [SourceEvents#areObjects].
    ObjectIntake objects() {
        return objects.get();
    }

    KeyAnswers keyAnswers() {
        return keyAnswers.get();
    }

    StreamLanes lanes() {
        return lanes;
    }

    /// Has the stream's lanes, if its configuration names them, begin at once: for a stream that nothing was staged of,
    /// and of which nobody stages yet.
    public void beginLanes() {
        lanes.begin();
    }

    /// The invoker by which a run of the function that is called hands slices over; empty where none does.
    Optional<SliceInvoker> slices(Lane lane, @Nullable Context context) {
        return stream.sluice().flushParallelism() == 1
                ? Optional.empty()
                : itself(context).map(start -> slice -> start.accept(SliceEvent.write(lane, slice)));
    }

    /// Starts further invocations of the function that is called; empty where none does.
    Optional<Consumer<byte[]>> itself(@Nullable Context context) {
        return context == null
                ? Optional.empty()
                : ports.invocations()
                        .map(invocations -> event -> invocations.start(context.getInvokedFunctionArn(), event));
    }

    Retention retention() {
        return new Retention(pipeline.retentionSettings(), ports.rules(), ports.tree(), lanes.openDeliveries(), clock);
    }

    Erasure erasure() {
        return new Erasure(pipeline.retentionSettings(), ports.tree(), lanes::buffers, lanes.openDeliveries(),
                new OpenDays(stream.stream(), ports.staging()), clock);
    }

    SourceErasure sourceErasure() {
        return new SourceErasure(pipeline.retentionSettings(), pipeline.bufferProcessor(), ports.source(),
                ports.staging(), new VirtualThreadWorkers(SOURCE_OBJECTS_MAX));
    }

    @Override
    public void close() {
        ports.close();
    }
}
