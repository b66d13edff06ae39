package io.sluice.infra;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import software.constructs.Node;

/// What the user asked for with `-c key=value` or in `cdk.json`. An empty value is none.
///
/// @param definition     the stream, out of the file that `config` names
/// @param source         how records come in; without it, as `DeliveryStreamType` says
/// @param existingStream name of the Firehose stream to attach to, for source `existing`
/// @param kinesisStream  ARN of the user's Kinesis stream, or the configuration's; without it, a Kinesis source is a
///        new stream
/// @param bucket         name of the user's data bucket; without it, a new one
/// @param concurrency    whether the flusher's runs are capped
/// @param alarmTopic     ARN of the SNS topic that alarms notify
/// @param functionJar    the functions' jar
/// @param flusherJar     the flusher's, which is another one where records are converted
/// @param pluginJar      the user's own code, for all functions of the stream
/// @param repartition    what may be repartitioned, where a repartition is wanted
/// @param tableDatabase  whether the database of the stream's tables is there already
record AppContext(StreamDefinition definition, SourceKind source, Optional<String> existingStream,
        Optional<String> kinesisStream, Optional<String> bucket, ConcurrencyCap concurrency,
        Optional<String> alarmTopic, Path functionJar, Path flusherJar, Optional<Path> pluginJar,
        Optional<Repartition> repartition,
        GlueTables.DatabaseOwner tableDatabase) {

    /// A repartition that may be started.
    ///
    /// @param from            the source prefix, which the function may read and clear
    /// @param athenaWorkgroup where the view is replaced; empty: its text is left in the bucket
    /// @param jar             of its function; with what reads Parquet, since a source may hold such objects
    record Repartition(String from, Optional<String> athenaWorkgroup, Path jar) {}

    /// Values of `-c source=`.
    enum SourceKind {
        DIRECT, KINESIS, KINESIS_EVENTS, EXISTING;

        boolean readsKinesis() {
            return this == KINESIS || this == KINESIS_EVENTS;
        }
    }

    private static final String PARQUET_JAR = "parquet/target/sluice-parquet.jar";

    AppContext {
        if (kinesisStream.isPresent() && !source.readsKinesis()) {
            throw new DeploymentException(
                    "kinesisStream is for -c source=kinesis or -c source=kinesis-events; the source is "
                            + wireName(source));
        }
        if (existingStream.isPresent() != (source == SourceKind.EXISTING)) {
            throw new DeploymentException("existingStream names the Firehose stream to attach to; it goes with no other"
                    + " source than its own, and the source is " + wireName(source));
        }
    }

    /// Reads the context of `node` and the configuration that it names.
    ///
    /// @throws DeploymentException naming the key, its value and what it may be, or with the configuration's errors
    static AppContext read(Node node) {
        var config = text(node, "config").orElseThrow(() -> new DeploymentException(
                "No configuration: name the stream's configuration file with -c config=FILE"));
        var definition = StreamDefinition.read(Path.of(config));
        var existing = text(node, "existingStream");
        var source = choice(node, "source", presetSource(definition, existing));
        if (source == SourceKind.DIRECT && definition.kinesisSourceArn().isPresent()) {
            throw new DeploymentException("source=direct contradicts DeliveryStreamType KinesisStreamAsSource of "
                    + config + "; leave source away, or change the file");
        }
        var functionJar = text(node, "functionJar").orElse("functions/target/sluice-functions.jar");
        return new AppContext(definition, source, existing, kinesisStream(node, definition, source),
                text(node, "bucket"), choice(node, "flusherConcurrency", ConcurrencyCap.RESERVED),
                text(node, "alarmTopic"), Path.of(functionJar), flusherJar(node, definition, functionJar),
                text(node, "pluginJar").map(Path::of),
                repartition(node, definition), choice(node, "tableDatabase", GlueTables.DatabaseOwner.NEW));
    }

    private static Path flusherJar(Node node, StreamDefinition definition, String functionJar) {
        var preset = definition.configuration().conversion().isPresent()
                ? PARQUET_JAR
                : functionJar;
        return Path.of(text(node, "flusherJar").orElse(preset));
    }

    private static Optional<Repartition> repartition(Node node, StreamDefinition definition) {
        var from = text(node, "repartitionFrom");
        var workgroup = text(node, "athenaWorkgroup");
        if (workgroup.isPresent() && from.isEmpty()) {
            throw new DeploymentException("athenaWorkgroup is where a repartition replaces its view; it goes with"
                    + " -c repartitionFrom=PREFIX");
        }
        if (from.isPresent() && !definition.buffers()) {
            throw new DeploymentException("A repartition needs Sluice.Delivery \"buffer\": its records go through the"
                    + " partition buffer, and stream " + definition.stream() + " has none");
        }
        return from.map(prefix -> new Repartition(prefix, workgroup,
                Path.of(text(node, "flusherJar").orElse(PARQUET_JAR))));
    }

    private static SourceKind presetSource(StreamDefinition definition, Optional<String> existingStream) {
        if (existingStream.isPresent()) {
            return SourceKind.EXISTING;
        }
        return definition.kinesisSourceArn().isPresent() ? SourceKind.KINESIS : SourceKind.DIRECT;
    }

    private static Optional<String> kinesisStream(Node node, StreamDefinition definition, SourceKind source) {
        var asked = text(node, "kinesisStream");
        var configured = definition.kinesisSourceArn().filter(arn -> source.readsKinesis());
        if (asked.isPresent() && configured.isPresent() && !asked.equals(configured)) {
            throw new DeploymentException("kinesisStream=%s contradicts KinesisStreamARN %s of the configuration"
                    .formatted(asked.get(), configured.get()));
        }
        return asked.or(() -> configured);
    }

    private static Optional<String> text(Node node, String key) {
        return switch (node.tryGetContext(key)) {
            case null -> Optional.empty();
            case String text -> text.isBlank() ? Optional.empty() : Optional.of(text);
            case Object other -> throw new DeploymentException(
                    "The context value " + key + " must be text, not " + other);
        };
    }

    private static <E extends Enum<E>> E choice(Node node, String key, E preset) {
        return text(node, key).map(value -> Arrays.stream(preset.getDeclaringClass().getEnumConstants())
                .filter(choice -> wireName(choice).equals(value)).findFirst()
                .orElseThrow(() -> new DeploymentException("%s=%s is none of %s".formatted(key, value,
                        Arrays.stream(preset.getDeclaringClass().getEnumConstants()).map(AppContext::wireName)
                                .collect(Collectors.joining(", "))))))
                .orElse(preset);
    }

    private static String wireName(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
