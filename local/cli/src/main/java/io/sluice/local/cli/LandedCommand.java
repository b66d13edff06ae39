package io.sluice.local.cli;

import io.sluice.app.Stream;
import io.sluice.config.StreamConfiguration;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.landed.KeptLandings;
import io.sluice.local.landed.LandedLines;
import io.sluice.local.landed.LandedReader;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice landed`: what landed of streams, out of their landing logs.
@Command(name = "landed", sortOptions = false, description = {
        "Lists the objects that landed, in the order of their commits. Reads the landing logs (Sluice.Landing) of a",
        "folder of run or serve, at work or not, or of deployed streams."})
final class LandedCommand implements Callable<Integer> {
    private static final Duration FOLDER_POLL = Duration.ofMillis(500);
    private static final Duration DEPLOYED_POLL = Duration.ofSeconds(5);

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", arity = "1..*",
            description = "Configurations of the streams.")
    private List<Path> configs = List.of();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "The folder of run or serve (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--follow", description = "Go on with what lands from now on, until Ctrl-C.")
    private boolean follow;

    @Option(names = "--since", paramLabel = "INSTANT",
            description = "Pass commits before it over, as 2026-11-20T00:00:00Z.")
    private Optional<String> since = Optional.empty();

    @Option(names = "--json", description = "Print a JSON document for each landing, one a line.")
    private boolean json;

    @Mixin
    private final DeployedOption deployed = new DeployedOption();

    LandedCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Optional<Instant> from = since.map(LandedCommand::instant);
        List<Stream> opened = new ArrayList<>();
        try (var _ = plugins.load()) {
            List<LandedReader.Source> sources = new ArrayList<>();
            for (Path config : configs) {
                sources.addAll(deployed.isGiven() ? List.of(deployed(config, opened)) : inFolder(config));
            }
            return read(new LandedReader(sources, from, json
                    ? LandedLines.json(console.out())
                    : LandedLines.text(console.out(), console::message)));
        } catch (MalformedEncodingException | StoreException e) {
            throw new JobFailedException("What landed can't be read on: " + e.getMessage(), e);
        } finally {
            console.out().flush();
            opened.forEach(Stream::close);
        }
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new UsageException("--since is no time: '" + text + "'; write it as 2026-11-20T00:00:00Z");
        }
    }

    private LandedReader.Source deployed(Path config, List<Stream> opened) {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration configuration = file.require(console);
        if (configuration.sluice().landing().isEmpty()) {
            throw none(config);
        }
        Stream stream = deployed.stream(file, configuration);
        opened.add(stream);
        return new LandedReader.Source(configuration.stream(), () -> stream.landings().logs());
    }

    private List<LandedReader.Source> inFolder(Path config) {
        if (out.contains("://")) {
            throw new UsageException("A run into a bucket keeps no landings, so nothing tells what landed in " + out
                    + "; they are kept of a run into a folder of this machine, of serve, and of deployed streams"
                    + " (--staging-bucket)");
        }
        OutFolder folder = OutFolder.of(out);
        StreamConfiguration configuration = ConfigurationFile.read(config).require(console);
        if (!follow && !Files.isDirectory(folder.path())) {
            throw new UsageException(
                    "The folder " + out + " does not exist; name with --out the folder of run or serve,"
                            + " or wait for it with --follow");
        }
        if (configuration.sluice().landing().isEmpty() && KeptLandings.ofRuns(folder, configuration).isEmpty()
                && KeptLandings.ofServer(folder, configuration).isEmpty()) {
            throw none(config);
        }
        String stream = configuration.stream();
        return List.of(new LandedReader.Source(stream, () -> KeptLandings.ofRuns(folder, configuration)),
                new LandedReader.Source(stream, () -> KeptLandings.ofServer(folder, configuration)));
    }

    private static UsageException none(Path config) {
        return new UsageException("The stream of " + config + " has no landing log, so nothing tells what landed: set"
                + " Sluice.Landing to {} in its configuration. What is delivered from then on is told");
    }

    private int read(LandedReader reader) {
        reader.read(console::note);
        if (follow) {
            goOn(reader);
        } else if (reader.foundNothing()) {
            console.note("nothing landed yet");
        }
        return status(reader);
    }

    /// Until the process is told to end, or nobody reads what it prints: flushing tells.
    private void goOn(LandedReader reader) {
        Duration pause = deployed.isGiven() ? DEPLOYED_POLL : FOLDER_POLL;
        try (var stop = new StopSignal()) {
            while (!console.out().checkError()) {
                if (stop.await(pause)) {
                    stop.endWith(status(reader));
                    return;
                }
                reader.read(console::note);
            }
        }
    }

    private static int status(LandedReader reader) {
        return reader.isSomethingMissing() ? ExitStatus.FAILED : ExitStatus.DONE;
    }
}
