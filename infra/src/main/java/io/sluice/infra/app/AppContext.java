package io.sluice.infra.app;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.ConcurrencyCap;
import io.sluice.infra.PlatformOptions;
import io.sluice.infra.RepartitionTask;
import io.sluice.infra.SnapStart;
import io.sluice.infra.TableDatabase;
import java.nio.file.Path;
import java.util.Optional;
import software.constructs.Node;

/// The options that the user gave with `-c key=value` or in `cdk.json`. An empty value is none.
///
/// @param definition     the stream, out of the file that `config` names
/// @param bucket         name of the user's data bucket; without it, a new one
/// @param concurrency    whether the flusher's runs are capped
/// @param alarmTopic     ARN of the SNS topic that alarms notify
/// @param functionJar    the functions' jar
/// @param flusherJar     the flusher's, which is another one where records are converted
/// @param registrarJar   that of the Iceberg table's function
/// @param pluginJar      the user's own code, for all functions of the stream
/// @param repartition    what may be repartitioned, where a repartition is wanted
/// @param repartitionJar of its function; with what reads Parquet, since a source may hold such objects
/// @param compactionWorkgroup where a compaction replaces its view, where that is wanted
/// @param tableDatabase  whether the database of the stream's tables is there already
/// @param options        what there is of the account owners'
record AppContext(StreamDefinition definition, Optional<String> bucket, ConcurrencyCap concurrency,
        Optional<String> alarmTopic, Path functionJar, Path flusherJar, Path registrarJar,
        Optional<Path> pluginJar, Optional<RepartitionTask> repartition, Path repartitionJar,
        Optional<String> compactionWorkgroup,
        TableDatabase tableDatabase, PlatformOptions options) {
    /// The folder of the build that this app runs from: a checkout, or a copy of what was built of one.
    private static final String BUILD = "sluice.build";
    private static final String FUNCTION_JAR = "functions/lambda/target/sluice-functions.jar";
    private static final String PARQUET_JAR = "parquet/target/sluice-parquet.jar";
    private static final String REGISTRAR_JAR = "functions/registrar/target/sluice-registrar.jar";

    /// Reads the context of `node` and the configuration that it names.
    ///
    /// @throws DeploymentException naming the key, its value and what it may be, or with the configuration's errors
    static AppContext read(Node node) {
        var values = new ContextValues(node);
        var config = values.text("config").orElseThrow(() -> new DeploymentException(
                "No configuration: name the stream's configuration file with -c config=FILE"));
        var definition = StreamDefinition.read(Path.of(config));
        var functionJar = values.text("functionJar").orElseGet(() -> built(FUNCTION_JAR));
        return new AppContext(definition, values.named("bucket", ResourceText.BUCKET),
                values.choice("flusherConcurrency", ConcurrencyCap.RESERVED),
                values.named("alarmTopic", ResourceText.ALARM_TOPIC), Path.of(functionJar),
                flusherJar(values, definition, functionJar),
                Path.of(values.text("registrarJar").orElseGet(() -> built(REGISTRAR_JAR))),
                values.text("pluginJar").map(Path::of),
                repartition(values, definition),
                Path.of(values.text("flusherJar").orElseGet(() -> built(PARQUET_JAR))),
                compacts(definition) ? values.text("athenaWorkgroup") : Optional.empty(),
                values.choice("tableDatabase", TableDatabase.NEW), options(values));
    }

    private static PlatformOptions options(ContextValues values) {
        var options = PlatformOptions.Builder.create().snapStart(values.choice("snapStart", SnapStart.BY_REGION));
        values.text("runbooks").ifPresent(options::runbooks);
        return options.build();
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

    private static Optional<RepartitionTask> repartition(ContextValues values, StreamDefinition definition) {
        var from = values.text("repartitionFrom");
        var workgroup = values.text("athenaWorkgroup");
        if (workgroup.isPresent() && from.isEmpty() && !compacts(definition)) {
            throw new DeploymentException("athenaWorkgroup is where a repartition or a compaction replaces its view; it"
                    + " goes with -c repartitionFrom=PREFIX, or with Sluice.Compaction in the configuration");
        }
        if (from.isPresent() && !definition.isBuffered()) {
            throw new DeploymentException("A repartition needs Sluice.Delivery \"buffer\": its records go through the"
                    + " partition buffer, and stream " + definition.stream() + " has none");
        }
        return from.map(prefix -> new RepartitionTask(prefix, workgroup));
    }

    private static boolean compacts(StreamDefinition definition) {
        return definition.configuration().sluice().compaction().isPresent();
    }
}
