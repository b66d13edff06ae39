package io.sluice.local.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.PluginJars;
import io.sluice.config.StreamConfiguration;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.DeploymentValues;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.CloudFormationTemplate;
import io.sluice.deployment.template.PluginLayer;
import io.sluice.deployment.template.TemplateChoices.Choice;
import io.sluice.deployment.template.TemplateChoices.Network;
import io.sluice.deployment.template.TemplateChoices;
import io.sluice.encoding.Digests;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sluice template`: what deploys a stream, as text for what deploys it.
@Command(name = "template", sortOptions = false, description = {
        "Prints a CloudFormation template that deploys a stream, for who has neither CDK nor Node.",
        "The code comes from a release's jars in a bucket of yours: see docs/how-to/deploy.md."})
final class TemplateCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Option(names = "--format", paramLabel = "json|yaml|terraform", defaultValue = "json", description = {
            "json, without blanks, or yaml: the template. terraform: the values that the Terraform module reads.",
            "Default: json."})
    private Format format = Format.JSON;

    @Option(names = "--bucket", paramLabel = "NAME", description = {
            "A bucket of yours that objects are delivered to; without it, a new one."})
    private Optional<String> bucket = Optional.empty();

    @Option(names = "--table-database", paramLabel = "new|existing", description = {
            "Whether the database of the stream's tables is made. Default: new."})
    private @Nullable Database database;

    @Option(names = "--snap-start", paramLabel = "by-region|none", description = {
            "Whether functions start from a snapshot, where Lambda has that. Default: by-region."})
    private @Nullable SnapStart snapStart;

    @Option(names = "--flusher-concurrency", paramLabel = "reserved|none", description = {
            "Whether the flusher's runs are capped; none for an account whose quota leaves nothing to reserve.",
            "Default: reserved."})
    private @Nullable Concurrency concurrency;

    @Option(names = "--log-days", paramLabel = "N", description = "How long logs are kept. Default: 30.")
    private @Nullable Integer logDays;

    @Option(names = "--runbooks", paramLabel = "PAGE", description = {
            "The page that the description of each alarm names: a copy of docs/how-to/operations.md."})
    private Optional<String> runbooks = Optional.empty();

    @Option(names = "--key", paramLabel = "ARN", description = {
            "A KMS key for logs, queues, environment variables, and data without a key in the configuration."})
    private Optional<String> key = Optional.empty();

    @Option(names = "--subnet-ids", paramLabel = "ID,…", split = ",", description = {
            "The functions run in these subnets of yours."})
    private List<String> subnetIds = List.of();

    @Option(names = "--security-group-ids", paramLabel = "ID,…", split = ",", description = {
            "Security groups of the functions there."})
    private List<String> securityGroupIds = List.of();

    @Option(names = "--repartition-from", paramLabel = "PREFIX", description = {
            "Objects under it may be moved into the stream's layout, by a state machine that you start."})
    private Optional<String> repartitionFrom = Optional.empty();

    @Option(names = "--athena-workgroup", paramLabel = "NAME", description = {
            "Where a compaction or a repartition replaces its view; without it, its SQL is left in the bucket."})
    private Optional<String> athenaWorkgroup = Optional.empty();

    @Option(names = "--plugin-jar", paramLabel = "FILE", description = {
            "A jar with the plug-in that the configuration names, as a layer of all functions."})
    private Optional<Path> pluginJar = Optional.empty();

    /// The forms of what is printed.
    private enum Format {
        JSON, YAML, TERRAFORM
    }

    /// Values of `--table-database`.
    private enum Database {
        NEW, EXISTING
    }

    /// Values of `--snap-start`.
    private enum SnapStart {
        BY_REGION, NONE
    }

    /// Values of `--flusher-concurrency`.
    private enum Concurrency {
        RESERVED, NONE
    }

    TemplateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration configuration = file.require(console);
        try {
            var definition = StreamDefinition.parse(config.toString(), file.json());
            console.out().print(switch (format) {
                case JSON -> json(definition, configuration);
                case YAML -> YamlText.of(json(definition, configuration));
                case TERRAFORM -> values(definition, file);
            });
        } catch (DeploymentException e) {
            throw new UsageException(e.explanation());
        }
        console.out().flush();
        return ExitStatus.DONE;
    }

    /// On one line: CloudFormation takes 51,200 bytes of a template that lies in no bucket.
    private String json(StreamDefinition definition, StreamConfiguration configuration) {
        try {
            return JSON.writeValueAsString(
                    CloudFormationTemplate.of(definition, choices(configuration), Release.current().version())) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree does not serialise", e);
        }
    }

    private TemplateChoices choices(StreamConfiguration configuration) {
        var preset = TemplateChoices.PRESET;
        return new TemplateChoices(bucket, snapStart == SnapStart.NONE ? Choice.NO : Choice.YES,
                concurrency == Concurrency.NONE ? Choice.NO : Choice.YES,
                database == Database.EXISTING ? Choice.NO : Choice.YES,
                logDays == null ? preset.logDays() : logDays, runbooks.orElse(preset.runbooks()), key, network(),
                repartitionFrom, athenaWorkgroup, plugin(configuration));
    }

    private Optional<PluginLayer> plugin(StreamConfiguration configuration) {
        try {
            PluginJars.load(pluginJar.stream().toList(), configuration).close();
            Optional<PluginLayer> layer = Optional.empty();
            if (pluginJar.isPresent()) {
                layer = Optional.of(new PluginLayer(sha256(Files.readAllBytes(pluginJar.get()))));
                console.note("the functions find " + pluginJar.get() + " in " + layer.get().archive()
                        + ", as java/lib/" + pluginJar.get().getFileName() + ": put that archive beside the release's"
                        + " jars before the stack is launched");
            }
            return layer;
        } catch (IllegalArgumentException e) {
            throw new UsageException(pluginJar.isPresent()
                    ? "--plugin-jar: " + e.getMessage()
                    : e.getMessage() + "; name the jar with --plugin-jar");
        } catch (IOException e) {
            throw new UsageException("--plugin-jar: " + pluginJar.orElseThrow() + " can't be read: " + e.getMessage());
        }
    }

    private Optional<Network> network() {
        return subnetIds.isEmpty() && securityGroupIds.isEmpty()
                ? Optional.empty()
                : Optional.of(new Network(subnetIds, securityGroupIds));
    }

    private String values(StreamDefinition definition, ConfigurationFile file) {
        boolean chosen = bucket.isPresent() || runbooks.isPresent() || key.isPresent() || network().isPresent()
                || repartitionFrom.isPresent() || athenaWorkgroup.isPresent() || pluginJar.isPresent() || Stream
                        .of(Optional.ofNullable(database), Optional.ofNullable(snapStart),
                                Optional.ofNullable(concurrency), Optional.ofNullable(logDays))
                        .anyMatch(Optional::isPresent);
        if (chosen) {
            throw new UsageException("--format terraform goes with no other option: what a deployment chooses are"
                    + " variables of the Terraform module");
        }
        return DeploymentValues.of(definition, Release.current().version(), sha256(file.text().bytes()));
    }

    private static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(Digests.sha256().digest(bytes));
    }
}
