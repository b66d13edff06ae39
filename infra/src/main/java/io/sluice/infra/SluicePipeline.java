package io.sluice.infra;

import io.sluice.deployment.CallWatch;
import io.sluice.deployment.DeployedCompaction;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.FunctionEnvironment;
import io.sluice.deployment.SourceWatch;
import io.sluice.deployment.StreamAlarms;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.firehose.SourceType;
import io.sluice.infra.job.Compacting;
import io.sluice.infra.job.DailyCompaction;
import io.sluice.infra.job.DailyRetention;
import io.sluice.infra.job.ErasableSource;
import io.sluice.infra.job.FlusherFunction;
import io.sluice.infra.job.FunctionCode;
import io.sluice.infra.job.IcebergFunction;
import io.sluice.infra.job.KeepWarm;
import io.sluice.infra.job.LandingEventsFunction;
import io.sluice.infra.job.Platform;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.source.CallService;
import io.sluice.infra.source.ChangesEventSource;
import io.sluice.infra.source.ExistingStreamTransform;
import io.sluice.infra.source.FirehoseStream;
import io.sluice.infra.source.KafkaEventSource;
import io.sluice.infra.source.KinesisEventSource;
import io.sluice.infra.source.LogsEventSource;
import io.sluice.infra.source.SqsEventSource;
import io.sluice.infra.source.UploadsEventSource;
import io.sluice.infra.source.UrlEndpoint;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.PartitionBuffer;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import io.sluice.metrics.Observability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.stepfunctions.IStateMachine;
import software.constructs.Construct;

/// One stream's pipeline: the transform function, what feeds it, the flusher when Sluice buffers, and their alarms. It
/// owns no data. Public for the app's package, and made of parts that may change: apps of one's own have
/// [SluiceStream].
public final class SluicePipeline extends Construct {

    /// The most that Lambda gives a function of an account whose quota was not raised.
    private static final int NEW_ACCOUNTS_MIB = 3_008;

    /// The index of the name in a queue's ARN.
    private static final int QUEUE_NAME = 5;

    private final Optional<SluiceFunction> transform;
    private final Optional<FlusherFunction> flusher;
    private final Optional<DailyRetention> retention;
    private final Optional<DailyCompaction> compaction;
    private final Optional<LandingEventsFunction> events;
    private final Optional<IcebergFunction> iceberg;
    private final StreamDefinition definition;
    private final AlarmConstructs alarms;
    private TokenNames names = TokenNames.STACK;
    private SourceWatch watch = SourceWatch.NONE;
    private final Map<String, IQueue> failures = new TreeMap<>();
    private Optional<FirehoseStream> delivery = Optional.empty();

    /// The properties of a pipeline.
    ///
    /// @param definition  the stream
    /// @param functionJar `functions/lambda/target/sluice-functions.jar`, built
    /// @param flusherJar  the same; where records are converted, `parquet/target/sluice-parquet.jar`, built
    /// @param registrarJar where what lands is an Iceberg table, `functions/registrar/target/sluice-registrar.jar`,
    ///     built
    /// @param pluginJar   a jar of the user's with the plug-ins that the stream names (`docs/how-to/plugins.md`), which
    ///     all functions get
    /// @param source      where records come from
    /// @param data        the bucket that objects are delivered to
    /// @param buffer      present exactly when the stream's delivery is `buffer`
    /// @param key         the KMS key that bucket and buffer are encrypted with
    /// @param concurrency whether the flusher's runs are capped
    /// @param alarmTopic  is told of every alarm
    /// @param erasable    what erasures reach beside the stream's own objects
    /// @param compacting  what compacts the stream, where its configuration says so
    /// @param platform    what the account's owners ask of all of it
    public record Props(StreamDefinition definition, Path functionJar, Path flusherJar, Path registrarJar,
            Optional<Path> pluginJar, Source source, IBucket data, Optional<PartitionBuffer> buffer, Optional<IKey> key,
            ConcurrencyCap concurrency,
            Optional<ITopic> alarmTopic, Optional<ErasableSource> erasable, Compacting compacting,
            Platform platform) {

        public Props {
            if (buffer.isPresent() != definition.isBuffered()) {
                throw new DeploymentException("A stream of delivery buffer needs a PartitionBuffer, and only such a"
                        + " stream does; stream " + definition.stream() + " has delivery "
                        + definition.configuration().sluice().deliveryMode());
            }
            if (source instanceof Source.KinesisEvents && !definition.isBuffered()) {
                throw new DeploymentException("A Kinesis event source needs Sluice.Delivery \"buffer\": with"
                        + " \"firehose\" nothing would write the objects of stream " + definition.stream());
            }
            if (source instanceof Source.KinesisEvents && definition.configuration().sluice().lanes().orElse(1) > 1) {
                throw new DeploymentException("Stream " + definition.stream() + " has Sluice.Lanes, and its Kinesis"
                        + " event source one set of positions: all batches would be of one lane. Leave Lanes out");
            }
            requireTaken(definition, source);
            DeployedCompaction.of(definition, compacting.athenaWorkgroup());
            if (!Files.isRegularFile(functionJar)) {
                throw new DeploymentException("The functions' jar " + functionJar
                        + " is not built. Build it with: mvn -pl functions -am package");
            }
            if (definition.isBuffered() && !Files.isRegularFile(flusherJar)) {
                throw new DeploymentException("The flusher's jar " + flusherJar
                        + " is not built. Build it with: mvn -pl parquet -am package");
            }
            if (definition.icebergTable().isPresent() && !Files.isRegularFile(registrarJar)) {
                throw new DeploymentException("The registrar's jar " + registrarJar
                        + " is not built. Build it with: mvn -pl functions/registrar -am package");
            }
        }
    }

    /// The function refuses events of another source than its configuration names.
    private static void requireTaken(StreamDefinition definition, Source source) {
        if (source.types().stream().noneMatch(definition.sourceType()::takes)) {
            throw new DeploymentException("Stream " + definition.stream() + " takes events of "
                    + definition.sourceType().described()
                    + " (Sluice.Source.Type), and its function would refuse those of "
                    + source.getClass().getSimpleName()
                    + ": leave source away, or change the configuration");
        }
    }

    public SluicePipeline(Construct scope, String id, Props props) {
        super(scope, id);
        definition = props.definition();
        requireOnlyOne();
        var environment = FunctionEnvironment.of(props.definition().json(), resources(props));
        var code = FunctionCode.of(props.definition().configuration(), props.pluginJar());
        var flusherCode = props.definition().isBuffered() ? code.of(props.flusherJar()) : props.flusherJar();
        transform = isServed(props)
                ? Optional.empty()
                : Optional.of(transform(props, code.of(props.functionJar()), environment));
        flusher = props.buffer()
                .map(buffer -> new FlusherFunction(this, "Flusher", new FlusherFunction.Props(props.definition(),
                        flusherCode, environment, access(props, buffer), props.concurrency(), props.platform())));
        retention = flusher.map(present -> new DailyRetention(this, "DailyRetention",
                new DailyRetention.Props(props.definition(), flusherCode, environment,
                        access(props, props.buffer().orElseThrow()), present.failures(), props.erasable()
                                .map(source -> new ErasableSource(source.prefix(), code.of(source.jar()))),
                        props.platform())));
        compaction = DeployedCompaction.of(definition, props.compacting().athenaWorkgroup())
                .map(wanted -> new DailyCompaction(this, "DailyCompaction",
                        new DailyCompaction.Props(definition, wanted, code.of(props.compacting().jar()), environment,
                                access(props, props.buffer().orElseThrow()), flusher.orElseThrow().failures(),
                                props.platform())));
        events = definition.eventTarget()
                .map(target -> new LandingEventsFunction(this, "Events",
                        new LandingEventsFunction.Props(definition, target, code.of(props.functionJar()), environment,
                                access(props, props.buffer().orElseThrow()), props.platform())));
        iceberg = definition.icebergTable()
                .map(table -> new IcebergFunction(this, "Iceberg", new IcebergFunction.Props(definition, table,
                        code.of(props.registrarJar()), environment, access(props, props.buffer().orElseThrow()),
                        props.platform())));
        alarms = new AlarmConstructs(this, "Alarms", props.definition(), props.alarmTopic(), props.platform());
        flusher.ifPresent(present -> failures.put("FlusherFailures", present.failures()));
        named(props);
        watch();
        transform.ifPresentOrElse(function -> attach(props, function), () -> serve(props, environment));
        alarms.add(watch.alarms(), names);
        if (isCalledByFirehose(props.source()) && props.platform().options().snapStart() == SnapStart.BY_REGION) {
            new KeepWarm(this, "KeepWarm", definition, transform.orElseThrow(), props.platform());
        }
        if (definition.observability() == Observability.FULL) {
            new StreamDashboard(this, "Dashboard", new StreamDashboard.Props(definition, watch,
                    List.copyOf(alarms.alarms().values()), names, props.platform()));
        }
        warn(props.definition());
        if (props.pluginJar().isEmpty()) {
            FunctionCode.lacking(props.definition().configuration())
                    .ifPresent(what -> Annotations.of(this).addWarningV2("sluice:plugin", what));
        }
    }

    /// Tests whether servers take its records, the deployment's or somebody else's: no function is to take calls unless
    /// it has a URL.
    private static boolean isServed(Props props) {
        return props.source() instanceof Source.DirectService || (props.source() instanceof Source.Attached
                && props.definition().sourceType() == SourceType.DIRECT);
    }

    private static boolean isCalledByFirehose(Source source) {
        return source.types().contains(SourceType.FIREHOSE);
    }

    /// The names by which metrics know what there is.
    private void named(Props props) {
        transform.ifPresent(
                present -> name(DeployedName.TRANSFORM_FUNCTION, present.function().getFunctionName()));
        props.buffer().ifPresent(buffer -> name(DeployedName.INDEX_TABLE, buffer.index().getTableName()));
        flusher.ifPresent(present -> {
            name(DeployedName.FLUSH_FUNCTION, present.function().function().getFunctionName());
            name(DeployedName.FLUSHER_FAILURES_QUEUE, present.failures().getQueueName());
            present.ticks().ifPresent(ticks -> name(DeployedName.TICKS_QUEUE, ticks.queue().getQueueName()));
        });
        retention.ifPresent(
                present -> name(DeployedName.RETENTION_FUNCTION, present.function().function().getFunctionName()));
        events.ifPresent(
                present -> name(DeployedName.EVENTS_FUNCTION, present.function().function().getFunctionName()));
        iceberg.ifPresent(
                present -> name(DeployedName.ICEBERG_FUNCTION, present.function().function().getFunctionName()));
        compaction.ifPresent(
                present -> name(DeployedName.COMPACTION_MACHINE_ARN, present.machine().getStateMachineArn()));
    }

    private void name(DeployedName name, String token) {
        names = names.with(name, token);
    }

    private void watch() {
        var watched = new StreamAlarms(definition);
        if (transform.isPresent()) {
            alarms.add(watched.transform(), names);
        }
        if (flusher.isPresent()) {
            alarms.add(watched.index(), names);
            alarms.add(watched.flusher(), names);
            alarms.add(watched.retention(), names);
        }
        if (events.isPresent()) {
            alarms.add(watched.events(), names);
        }
        definition.icebergTable().ifPresent(table -> alarms.add(watched.iceberg(table), names));
        if (compaction.isPresent()) {
            alarms.add(watched.compaction(), names);
        }
    }

    private void watch(SourceWatch source) {
        watch = watch.and(source);
    }

    /// A second pipeline of the name would write to the same metrics, and its Firehose stream could not be made. Stages
    /// of an app that do not say where they go are taken for different places.
    ///
    /// @throws DeploymentException naming both
    private void requireOnlyOne() {
        for (SluicePipeline other : ResourceChecks.inOnePlace(this, SluicePipeline.class)) {
            if (other.stream().equals(stream())) {
                throw new DeploymentException(("There are two streams with DeliveryStreamName %s in one account and"
                        + " region: %s and %s. Give one of them another name").formatted(stream(),
                                other.getNode().getPath(), getNode().getPath()));
            }
        }
    }

    private SluiceFunction transform(Props props, Path jar, Map<String, String> environment) {
        var function = new SluiceFunction(this, "Transform", props.source() instanceof Source.DirectUrl calls
                ? calls(props, calls, jar)
                : new SluiceFunction.Props(props.platform(),
                        new DeployedFunctions(props.definition()).transform(timeout(props.source())), jar,
                        environment));
        props.buffer().ifPresent(buffer -> access(props, buffer).ingest().forEach(function::allow));
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefix; S3 has no narrower resource than a key's prefix.");
        return function;
    }

    private static SluiceFunction.Props calls(Props props, Source.DirectUrl calls, Path jar) {
        var resources = resources(props);
        resources.put(UrlEndpoint.KEYS_SECRET, calls.keys().secretArn());
        var function = new DeployedFunctions(props.definition()).calls(calls.concurrencyMax());
        return new SluiceFunction.Props(props.platform(),
                props.concurrency() == ConcurrencyCap.RESERVED ? function : function.uncapped(), jar,
                FunctionEnvironment.of(props.definition().json(), resources));
    }

    private static java.time.Duration timeout(Source source) {
        return source instanceof Source.S3 ? DeployedFunctions.UPLOADS_TIMEOUT : DeployedFunctions.TRANSFORM_TIMEOUT;
    }

    private void serve(Props props, Map<String, String> environment) {
        if (props.source() instanceof Source.DirectService(var keys, var servers)) {
            var service = new CallService(this, "Calls", new CallService.Props(definition, servers, keys, environment,
                    access(props, props.buffer().orElseThrow()), props.platform()));
            names = service.named(names);
            watch(CallWatch.servers(definition.stream(), servers.balancer()));
        } else {
            watch(SourceWatch.SERVED);
        }
    }

    private void attach(Props props, SluiceFunction transform) {
        switch (props.source()) {
            case Source.DirectPut _,Source.MskThroughFirehose _ -> firehose(props, transform, Optional.empty());
            case Source.KinesisThroughFirehose(var stream) -> {
                firehose(props, transform, Optional.of(stream));
                watch(SourceWatch.kinesisThroughFirehose(definition.stream(), kinesisName(stream)));
            }
            case Source.KinesisEvents(var stream) -> {
                var events = new KinesisEventSource(this, "KinesisEvents",
                        props.buffer().map(buffer -> access(props, buffer)), stream,
                        Duration.seconds(definition.configuration().sluice().batchWait().toSeconds()), transform,
                        props.platform());
                watchFailures("KinesisFailures", events.failures());
                watch(SourceWatch.kinesis(kinesisName(stream)));
            }
            case Source.Kafka(var topics) -> {
                var kafka = new KafkaEventSource(this, "Kafka", props.definition(),
                        props.buffer().map(buffer -> access(props, buffer)), topics, transform, props.platform());
                watchFailures("KafkaFailures", kafka.failures());
                watch(SourceWatch.topics());
            }
            case Source.Logs(var groups) -> {
                new LogLoops(this).refuse(groups);
                var logs = new LogsEventSource(this, "Logs", groups, transform, props.platform());
                watchFailures("LogsFailures", logs.failures());
                watch(SourceWatch.lost());
            }
            case Source.Sqs(var queue) -> {
                new SqsEventSource(this, "Sqs", props.buffer().map(buffer -> access(props, buffer)), queue, transform,
                        DeployedFunctions.TRANSFORM_TIMEOUT);
                watch(SourceWatch.queue(queueName(queue.arn())));
            }
            case Source.DynamoDb(var changes) -> {
                var table = new ChangesEventSource(this, "DynamoDb",
                        props.buffer().map(buffer -> access(props, buffer)), changes, transform, props.platform());
                watchFailures("DynamoDbFailures", table.failures());
                watch(changes.reading().filters().isEmpty()
                        ? SourceWatch.changes(Fn.select(1, Fn.split("/", changes.streamArn(), 3)))
                        : SourceWatch.iterator());
            }
            case Source.S3(var uploads) -> {
                UploadsEventSource.requireNoLoop(definition, uploads, props.data());
                var objects = new UploadsEventSource(this, "Objects",
                        props.buffer().map(buffer -> access(props, buffer)),
                        uploads, transform, props.platform());
                watchFailures("ObjectFailures", objects.failures());
                name(DeployedName.SOURCE_QUEUE, queueName(objects.queue().getQueueArn()));
                name(DeployedName.UPLOADS_RULE, objects.ruleName());
                watch(SourceWatch.uploads(definition.stream()));
            }
            case Source.DirectUrl(var keys, _) -> {
                props.buffer().ifPresent(buffer -> identities(access(props, buffer), transform));
                new UrlEndpoint(this, "Calls", keys, transform);
                watch(CallWatch.url(definition.stream()));
            }
            case Source.DirectService _ -> {
                // Servers are in the function's place.
            }
            case Source.Attached() ->
                props.buffer().ifPresent(buffer -> identities(access(props, buffer), transform));
            case Source.ExistingFirehose(var name) -> {
                new ExistingStreamTransform(this, "Existing", props.definition(), name, transform.live(),
                        props.platform());
                watch(SourceWatch.firehose(definition, name));
            }
        }
    }

    /// Lets the transform function read positions or receipts, where records have identities of their own.
    private void identities(BufferAccess access, SluiceFunction transform) {
        switch (definition.sourceType().knownBy()) {
            case POSITION -> access.positions().forEach(transform::allow);
            case RECORD, OBJECT, CALL -> access.receipts().forEach(transform::allow);
            case BATCH -> {
                // It is known by its entry.
            }
        }
    }

    /// The name out of the ARN: another reference to a stream in another stack would keep the source from being
    /// changed.
    private static String kinesisName(IStream stream) {
        return Fn.select(1, Fn.split("/", stream.getStreamArn(), 2));
    }

    private static String queueName(String arn) {
        return Fn.select(QUEUE_NAME, Fn.split(":", arn, QUEUE_NAME + 1));
    }

    private void watchFailures(String alarm, IQueue queue) {
        name(DeployedName.SOURCE_FAILURES_QUEUE, queue.getQueueName());
        watch(SourceWatch.failures(alarm));
        failures.put(alarm, queue);
    }

    private void firehose(Props props, SluiceFunction transform, Optional<IStream> kinesis) {
        var stream = new FirehoseStream(this, "Firehose", new FirehoseStream.Props(props.definition(), props.data(),
                props.key(), transform.live(), kinesis, props.platform()));
        delivery = Optional.of(stream);
        watch(SourceWatch.firehose(definition, stream.deliveryStreamName()));
    }

    private void warn(StreamDefinition definition) {
        var memory = definition.memory().flush();
        if (memory > NEW_ACCOUNTS_MIB) {
            Annotations.of(this).addWarningV2("sluice:memory",
                    ("The flusher gets %,d MB for its FlushMemoryInMBs; new AWS"
                            + " accounts allow %,d MB until they ask for more, and the deployment fails there")
                            .formatted(memory, NEW_ACCOUNTS_MIB));
        }
        for (var warning : definition.warnings()) {
            Annotations.of(this).addWarningV2("sluice:" + warning.path().replaceAll("[^A-Za-z0-9]+", "-"),
                    warning.path() + ": " + warning.message());
        }
    }

    private static Map<String, String> resources(Props props) {
        var resources = new LinkedHashMap<String, String>();
        resources.put("SLUICE_DATA_BUCKET", props.data().getBucketName());
        props.buffer().ifPresent(buffer -> {
            resources.put("SLUICE_STAGING_BUCKET", buffer.staging().getBucketName());
            resources.put("SLUICE_INDEX_TABLE", buffer.index().getTableName());
        });
        return resources;
    }

    private static BufferAccess access(Props props, PartitionBuffer buffer) {
        return new BufferAccess(props.definition(), buffer, props.data(), props.key());
    }

    /// The transform function; present unless servers take the stream's records.
    public Optional<Function> transformFunction() {
        return transform.map(SluiceFunction::function);
    }

    /// The flusher function; present when Sluice buffers the stream.
    public Optional<Function> flushFunction() {
        return flusher.map(present -> present.function().function());
    }

    String stream() {
        return definition.stream();
    }

    /// The Firehose stream, where the pipeline has one of its own.
    Optional<FirehoseStream> delivery() {
        return delivery;
    }

    /// Every alarm, by its name in `docs/how-to/operations.md`.
    Map<String, IAlarm> alarms() {
        return alarms.alarms();
    }

    /// The queues that describe what was given up, by the alarm that counts their messages.
    public Map<String, IQueue> failures() {
        return Collections.unmodifiableMap(failures);
    }

    /// The schedules that start functions, by the names that operators know.
    public Map<String, CfnSchedule> schedules() {
        var schedules = new TreeMap<String, CfnSchedule>();
        flusher.ifPresent(present -> schedules.putAll(present.schedules()));
        retention.ifPresent(present -> schedules.put("RetentionSchedule", present.schedule()));
        events.ifPresent(present -> schedules.put("EventsSchedule", present.schedule()));
        iceberg.ifPresent(present -> schedules.putAll(present.schedules()));
        compaction.ifPresent(present -> schedules.put("CompactionSchedule", present.schedule()));
        return schedules;
    }

    /// The state machine whose executions are compactions; present when the configuration asks for them.
    public Optional<IStateMachine> compactionMachine() {
        return compaction.map(DailyCompaction::machine);
    }

    /// The function that takes its steps.
    public Optional<Function> compactionFunction() {
        return compaction.map(present -> present.function().function());
    }

    /// The function that tells what landed; present when the configuration says where to.
    public Optional<Function> eventsFunction() {
        return events.map(present -> present.function().function());
    }

    /// The function that registers what landed in the Iceberg table; present when the configuration names one.
    public Optional<Function> icebergFunction() {
        return iceberg.map(present -> present.function().function());
    }

    /// The retention function; present when Sluice buffers the stream.
    public Optional<Function> retentionFunction() {
        return retention.map(present -> present.function().function());
    }
}
