package io.sluice.local.cli;

import io.sluice.app.Stream;
import io.sluice.config.LandingSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.lambda.AwsPorts;
import io.sluice.landing.Completeness;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.folder.ServerState;
import io.sluice.local.landed.CompletenessText;
import io.sluice.local.landed.KeptLandings;
import io.sluice.local.landed.LayoutDate;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice complete`: until when streams are complete.
@Command(name = "complete", sortOptions = false, description = {
        "Tells until when a stream is complete, and what holds it back. Every record that was accepted, and arrived",
        "before, is in an object or an error object. Of a run that was cut short, or of a deployed stream; serve tells",
        "it on its page and in /metrics. Where Sluice.Landing.LatenessInHours is declared, each date of the layout is",
        "told, too."})
final class CompleteCommand implements Callable<Integer> {
    /// Of a stream whose configuration says nothing.
    private static final Duration SOURCE_LAG = Duration.ofMinutes(15);

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", arity = "1..*",
            description = "Configurations of the streams.")
    private List<Path> configs = List.of();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "The folder of run (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--json", description = "Print a JSON document for each stream, one a line.")
    private boolean json;

    @Mixin
    private final DeployedOption deployed = new DeployedOption();

    CompleteCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var text = new CompletenessText(console.out());
        boolean known = true;
        try (var _ = plugins.load()) {
            for (Path config : configs) {
                ConfigurationFile file = ConfigurationFile.read(config);
                StreamConfiguration stream = file.require(console);
                Optional<Completeness> read = deployed.isGiven() ? deployed(file, stream) : inFolder(file, stream);
                Optional<Collection<LayoutDate>> dates = stream.sluice().landing().flatMap(LandingSection::lateness)
                        .map(lateness -> dates(file, stream, lateness));
                known &= !(read.orElse(null) instanceof Completeness.Unknown);
                if (json) {
                    text.printJson(stream.stream(), read, dates);
                } else {
                    text.printText(stream.stream(), read);
                    dates.ifPresent(all -> text.printDates(all, read));
                }
            }
        } catch (StoreException | MalformedEncodingException e) {
            throw new JobFailedException("Until when the stream is complete can't be read: " + e.getMessage(), e);
        } finally {
            console.out().flush();
        }
        return known ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private Optional<Completeness> deployed(ConfigurationFile file, StreamConfiguration configuration) {
        try (Stream stream = deployed.stream(file, configuration)) {
            return Optional.of(stream.landings()
                    .complete(configuration.sluice().landing().map(LandingSection::sourceLag).orElse(SOURCE_LAG)));
        }
    }

    /// Read after until when the stream is complete, so that all that landed by then is counted.
    private Collection<LayoutDate> dates(ConfigurationFile file, StreamConfiguration configuration,
            Duration lateness) {
        if (!deployed.isGiven()) {
            return LayoutDate.read(KeptLandings.ofRuns(OutFolder.of(out), configuration), lateness);
        }
        try (Stream stream = deployed.stream(file, configuration)) {
            return LayoutDate.read(stream.landings().logs(), lateness);
        }
    }

    private Optional<Completeness> inFolder(ConfigurationFile file, StreamConfiguration configuration)
            throws IOException {
        OutFolder folder = OutFolder.of(out);
        if (RunState.isUnfinished(folder)) {
            return Optional.of(ofRun(file, configuration, folder));
        }
        ServerState.requireDrained(folder);
        if (!Files.isDirectory(folder.resolve(configuration.bucket()))) {
            throw new UsageException("The folder " + out + " has nothing of bucket '" + configuration.bucket()
                    + "'; name with --out the folder that run wrote to");
        }
        return Optional.empty();
    }

    /// A run's own time stands still while it is cut short: what it had not read yet is not accepted.
    private Completeness ofRun(ConfigurationFile file, StreamConfiguration configuration, OutFolder folder)
            throws IOException {
        byte[] configured = file.forBuffering(configuration, console);
        try (Workspace workspace = Workspace.resume(folder)) {
            workspace.requireStream(configuration, configured);
            try (var services = EmbeddedServices.start(folder.path(), workspace.state(), configuration.bucket())) {
                Map<String, String> environment = new HashMap<>(services.environment());
                environment.put("SLUICE_CONFIG", new String(configured, StandardCharsets.UTF_8));
                try (Stream stream = AwsPorts.of(environment)
                        .stream(InstantSource.fixed(workspace.fedUntil()), _ -> {})) {
                    return stream.landings().complete(Duration.ZERO);
                }
            }
        }
    }
}
