package io.sluice.infra;

import io.sluice.infra.ContextValues.Named;
import java.nio.file.Path;
import java.util.Optional;
import software.constructs.Node;

/// What the user asked for with `-c key=value` or in `cdk.json`. An empty value is none.
///
/// @param definition     the stream, out of the file that `config` names
/// @param source         how records come in; without it, as `DeliveryStreamType` says
/// @param declared       what of the source the context tells whole, for the sources that Firehose has no part in
/// @param existingStream name of the Firehose stream to attach to, for source `existing`
/// @param kinesis        the Kinesis stream that records come from, if they do: the user's, or the configuration's;
///        without an ARN, a new one
/// @param bucket         name of the user's data bucket; without it, a new one
/// @param concurrency    whether the flusher's runs are capped
/// @param alarmTopic     ARN of the SNS topic that alarms notify
/// @param functionJar    the functions' jar
/// @param flusherJar     the flusher's, which is another one where records are converted
/// @param pluginJar      the user's own code, for all functions of the stream
/// @param repartition    what may be repartitioned, where a repartition is wanted
/// @param repartitionJar of its function; with what reads Parquet, since a source may hold such objects
/// @param compactionWorkgroup where a compaction replaces its view, where that is wanted
/// @param tableDatabase  whether the database of the stream's tables is there already
record AppContext(StreamDefinition definition, SourceKind source, Optional<Source> declared,
        Optional<String> existingStream,
        Optional<StreamStorage.KinesisStream> kinesis, Optional<String> bucket, ConcurrencyCap concurrency,
        Optional<String> alarmTopic, Path functionJar, Path flusherJar, Optional<Path> pluginJar,
        Optional<Repartition> repartition, Path repartitionJar, Optional<String> compactionWorkgroup,
        TableDatabase tableDatabase) {

    /// Values of `-c source=`.
    enum SourceKind {
        DIRECT, KINESIS, KINESIS_EVENTS, MSK, EXISTING, ATTACHED, KAFKA, LOGS, SQS, DYNAMODB, S3;

        boolean readsKinesis() {
            return this == KINESIS || this == KINESIS_EVENTS;
        }
    }

    /// The folder of the build that this app runs from: a checkout, or a copy of what was built of one.
    private static final String BUILD = "sluice.build";
    private static final String FUNCTION_JAR = "functions/target/sluice-functions.jar";
    private static final String PARQUET_JAR = "parquet/target/sluice-parquet.jar";

    AppContext {
        if (existingStream.isPresent() != (source == SourceKind.EXISTING)) {
            throw new DeploymentException("existingStream names the Firehose stream to attach to; it goes with no other"
                    + " source than its own, and the source is " + ContextValues.wireName(source));
        }
    }

    /// Reads the context of `node` and the configuration that it names.
    ///
    /// @throws DeploymentException naming the key, its value and what it may be, or with the configuration's errors
    static AppContext read(Node node) {
        var values = new ContextValues(node);
        var config = values.text("config").orElseThrow(() -> new DeploymentException(
                "No configuration: name the stream's configuration file with -c config=FILE"));
        var definition = StreamDefinition.read(Path.of(config));
        var existing = values.text("existingStream");
        var source = values.choice("source", presetSource(values, definition, existing));
        if (source == SourceKind.DIRECT && definition.kinesisSourceArn().isPresent()) {
            throw new DeploymentException("source=direct contradicts DeliveryStreamType KinesisStreamAsSource of "
                    + config + "; leave source away, or change the file");
        }
        if (source != SourceKind.EXISTING && source != SourceKind.MSK && definition.hasKafkaSource()) {
            throw new DeploymentException("source=" + ContextValues.wireName(source)
                    + " contradicts DeliveryStreamType MSKAsSource of " + config
                    + "; leave source away, or change the file");
        }
        if (source == SourceKind.MSK && !definition.hasKafkaSource()) {
            throw new DeploymentException("source=msk needs DeliveryStreamType MSKAsSource and MSKSourceConfiguration"
                    + " in " + config + ", which name the cluster and the topic");
        }
        var functionJar = values.text("functionJar").orElseGet(() -> built(FUNCTION_JAR));
        return new AppContext(definition, source, SourceContext.read(values, source), existing,
                kinesis(values, definition, source),
                values.named("bucket", Named.BUCKET), values.choice("flusherConcurrency", ConcurrencyCap.RESERVED),
                values.named("alarmTopic", Named.TOPIC), Path.of(functionJar),
                flusherJar(values, definition, functionJar), values.text("pluginJar").map(Path::of),
                repartition(values, definition),
                Path.of(values.text("flusherJar").orElseGet(() -> built(PARQUET_JAR))),
                compacts(definition) ? values.text("athenaWorkgroup") : Optional.empty(),
                values.choice("tableDatabase", TableDatabase.NEW));
    }

    private static String built(String jar) {
        return Path.of(System.getProperty(BUILD, ""), jar).toString();
    }

    private static Path flusherJar(ContextValues values, StreamDefinition definition, String functionJar) {
        var preset = definition.configuration().conversion().isPresent()
                ? built(PARQUET_JAR)
                : functionJar;
        return Path.of(values.text("flusherJar").orElse(preset));
    }

    private static Optional<Repartition> repartition(ContextValues values, StreamDefinition definition) {
        var from = values.text("repartitionFrom");
        var workgroup = values.text("athenaWorkgroup");
        if (workgroup.isPresent() && from.isEmpty() && !compacts(definition)) {
            throw new DeploymentException("athenaWorkgroup is where a repartition or a compaction replaces its view; it"
                    + " goes with -c repartitionFrom=PREFIX, or with Sluice.Compaction in the configuration");
        }
        if (from.isPresent() && !definition.buffers()) {
            throw new DeploymentException("A repartition needs Sluice.Delivery \"buffer\": its records go through the"
                    + " partition buffer, and stream " + definition.stream() + " has none");
        }
        return from.map(prefix -> new Repartition(prefix, workgroup));
    }

    private static boolean compacts(StreamDefinition definition) {
        return definition.configuration().sluice().compaction().isPresent();
    }

    private static SourceKind presetSource(ContextValues values, StreamDefinition definition,
            Optional<String> existingStream) {
        if (existingStream.isPresent()) {
            return SourceKind.EXISTING;
        }
        var named = SourceContext.named(values);
        if (named.isPresent()) {
            return named.get();
        }
        if (definition.isAttached()) {
            return SourceKind.ATTACHED;
        }
        if (definition.hasKafkaSource()) {
            return SourceKind.MSK;
        }
        return definition.kinesisSourceArn().isPresent() ? SourceKind.KINESIS : SourceKind.DIRECT;
    }

    private static Optional<StreamStorage.KinesisStream> kinesis(ContextValues values, StreamDefinition definition,
            SourceKind source) {
        var asked = values.named("kinesisStream", Named.KINESIS_STREAM);
        var key = values.named("kinesisKey", Named.KMS_KEY);
        if (!source.readsKinesis()) {
            if (asked.isPresent() || key.isPresent()) {
                throw new DeploymentException("kinesisStream and kinesisKey are for -c source=kinesis or"
                        + " -c source=kinesis-events; the source is " + ContextValues.wireName(source));
            }
            return Optional.empty();
        }
        var configured = definition.kinesisSourceArn();
        if (asked.isPresent() && configured.isPresent() && !asked.equals(configured)) {
            throw new DeploymentException("kinesisStream=%s contradicts KinesisStreamARN %s of the configuration"
                    .formatted(asked.get(), configured.get()));
        }
        return Optional.of(new StreamStorage.KinesisStream(asked.or(() -> configured), key));
    }
}
