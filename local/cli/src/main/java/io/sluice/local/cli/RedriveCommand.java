package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.records.InputSource;
import io.sluice.local.rejects.RejectBound;
import io.sluice.local.run.Handover;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.s3.S3Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice redrive`: the records of error objects once more, after their cause is gone.
@Command(name = "redrive", sortOptions = false, description = {
        "Feeds the records of error objects (their rawData) through the functions again, with the arrival",
        "times of then, as run does with lines. Which object and line a record comes from is its identity:",
        "a redrive that was cut short and is resumed delivers it once."})
final class RedriveCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--input", required = true, paramLabel = "ERRORS", arity = "1..*",
            description = "Error objects, or folders of them, in any of the stream's compressions.")
    private List<String> inputs = List.of();

    @Mixin
    private final S3Option s3 = new S3Option();

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out-redrive",
            description = "Where the objects go (default: ${DEFAULT-VALUE}).")
    private String out = "out-redrive";

    @Mixin
    private final RejectOptions rejects = new RejectOptions();

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Option(names = "--resume", description = "Finish the redrive in DIR that was cut short.")
    private boolean resume;

    RedriveCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration configuration = file.require(console);
        try (var _ = plugins.load(configuration); S3Access access = s3.access()) {
            return redrive(file, configuration, access);
        }
    }

    private int redrive(ConfigurationFile file, StreamConfiguration configuration, S3Access access) throws IOException {
        RejectBound bound = rejects.bound();
        Run.Start start = resume ? Run.Start.RESUMED : Run.Start.NEW;
        OutFolder folder = OutFolder.of(out);
        List<InputSource> objects = Inputs.find(inputs, console, access, start, folder, configuration.bucket());
        if (!resume) {
            ErrorInputs.require(objects);
        }
        var settings = new RunSettings(configuration, file.forBuffering(configuration, console), objects,
                RunSettings.Content.ERROR_OBJECTS,
                OptionalInt.empty(),
                Optional.empty());
        return new RunJob(console, settings, folder, Optional.empty(), bound, Handover.DIRECT)
                .run(start, json ? RunJob.Output.JSON : RunJob.Output.TEXT, RunJob.AtEnd.STOP);
    }
}
