package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.input.InputCheck;
import io.sluice.local.input.Reading;
import io.sluice.local.records.InputSource;
import io.sluice.local.rejects.RejectBound;
import io.sluice.local.run.Handover;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.s3.S3Access;
import io.sluice.local.s3.S3Address;
import io.sluice.local.s3.S3Out;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice run`: the main job.
@Command(name = "run", sortOptions = false, description = {
        "Feeds the input through the functions, as they run in AWS Lambda, on embedded services,",
        "flushes everything, and leaves the objects as files under DIR/<bucket>/<key>."})
final class RunCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Mixin
    private final InputFormatOption inputFormat = new InputFormatOption();

    @Option(names = "--input", paramLabel = "PATH", arity = "1..*", description = {
            "A file (lines, JSON documents one after another, Parquet, or gzip, zstd, bzip2, xz or ZIP of text), a",
            "folder of such files, s3://BUCKET/KEY, or - for standard input. A line, JSON document or row is one",
            "record."})
    private List<String> inputs = List.of();

    @Mixin
    private final S3Option s3 = new S3Option();

    @Option(names = "--out", paramLabel = "DIR", description = {
            "Where the objects go: a folder, or s3://BUCKET[/PREFIX] (default: out)."})
    private Optional<String> out = Optional.empty();

    @Option(names = "--record-bytes", paramLabel = "N",
            description = "Pack lines into records of up to N bytes, to exercise deaggregation.")
    private Optional<Integer> recordBytes = Optional.empty();

    @Option(names = "--arrival", paramLabel = "JQ", description = {
            "Take each record's arrival time out of it: epoch seconds or milliseconds, or ISO 8601.",
            "A record without one arrives with the record before it."})
    private Optional<String> arrival = Optional.empty();

    @Option(names = "--lambda-event", paramLabel = "FILE",
            description = "Run one saved Lambda event through the transform function, print its response.")
    private Optional<Path> lambdaEvent = Optional.empty();

    @Mixin
    private final RejectOptions rejects = new RejectOptions();

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Option(names = "--wire", description = {
            "Hand batches over as Lambda events, and requests over HTTP to embedded servers, as on AWS;",
            "without it they are calls within this process. The objects are the same."})
    private boolean wire;

    @Option(names = "--keep", description = {
            "Leave the servers up at the end and print their endpoints, until Ctrl-C; implies --wire."})
    private boolean keep;

    @Option(names = "--resume", description = "Finish the run in DIR that was cut short.")
    private boolean resume;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = inputFormat.applied(ConfigurationFile.read(config));
        StreamConfiguration configuration = file.require(console);
        try (var _ = plugins.load(configuration); S3Access access = s3.access()) {
            return run(file, configuration, access);
        }
    }

    private int run(ConfigurationFile file, StreamConfiguration configuration, S3Access access) throws IOException {
        if (lambdaEvent.isPresent()) {
            refuseWithLambdaEvent();
            return new LambdaEventJob(console, file, configuration).run(lambdaEvent.get());
        }
        if (inputs.isEmpty() && !keep) {
            throw new UsageException("There is nothing to run: name what to read with --input");
        }
        ConfigurationFile.noteEncryption(configuration, console);
        RejectBound bound = rejects.bound();
        OutFolder folder = S3Out.folder(out.orElse("out"));
        Optional<S3Out> away = out.filter(S3Address::isOne).map(to -> new S3Out(S3Address.parse(to), access));
        away.ifPresent(place -> {
            if (wire || keep) {
                throw new UsageException("--wire and --keep have all objects on embedded servers; leave them out with"
                        + " --out " + place);
            }
            place.requireApart(inputs);
        });
        var job = new RunJob(console,
                settings(configuration, file.forBuffering(configuration, console), folder, access), folder, away,
                bound, wire || keep ? Handover.WIRE : Handover.DIRECT);
        return job.run(resume ? Run.Start.RESUMED : Run.Start.NEW, json ? RunJob.Output.JSON : RunJob.Output.TEXT,
                keep ? RunJob.AtEnd.STAY_UP : RunJob.AtEnd.STOP);
    }

    private void refuseWithLambdaEvent() {
        if (!inputs.isEmpty() || out.isPresent() || wire || keep || resume || arrival.isPresent()
                || recordBytes.isPresent()
                || rejects.isGiven()) {
            throw new UsageException(
                    "--lambda-event runs one event by itself; leave out --input, --out, --arrival, --record-bytes,"
                            + " --max-rejected, --strict, --wire, --keep and --resume");
        }
    }

    private RunSettings settings(StreamConfiguration configuration, byte[] functionsConfiguration, OutFolder folder,
            S3Access access) throws IOException {
        if (recordBytes.isPresent() && recordBytes.get() < 1) {
            throw new UsageException("--record-bytes must be at least 1, not " + recordBytes.get());
        }
        ArrivalOption.requireProgram(arrival);
        inputFormat.refusePacking(recordBytes);
        List<InputSource> sources = Inputs.records(inputs, console, access,
                resume ? Run.Start.RESUMED : Run.Start.NEW, folder, configuration.bucket());
        Reading reading = inputFormat.checked(sources, configuration, console);
        if (configuration.conversion().isEmpty() && !configuration.sluice().changesRecords()
                && reading.form() == Reading.Form.RECORDS) {
            InputCheck.severalLines(sources).ifPresent(console::warning);
        }
        if (!resume) {
            ArrivalOption.requireTimes(arrival, sources, reading);
        }
        return new RunSettings(configuration, functionsConfiguration, sources, RunSettings.Content.RECORDS, reading,
                recordBytes.map(OptionalInt::of).orElse(OptionalInt.empty()), arrival);
    }
}
