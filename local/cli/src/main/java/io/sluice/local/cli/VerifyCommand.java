package io.sluice.local.cli;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.input.InputException;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.evidence.StagedRecords;
import io.sluice.local.evidence.StreamWitness;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.input.ArchiveEntry;
import io.sluice.local.input.InputCheck;
import io.sluice.local.input.Reading;
import io.sluice.local.records.InputSource;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Access;
import io.sluice.local.s3.S3Address;
import io.sluice.local.s3.S3Out;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.Folders;
import io.sluice.local.verify.InputFile;
import io.sluice.local.verify.InputForm;
import io.sluice.local.verify.Verdict;
import io.sluice.local.verify.VerdictText;
import io.sluice.local.verify.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice verify`: is every record of the input in the objects, once, where it belongs?
@Command(name = "verify", sortOptions = false, description = {
        "Compares the objects that run left in DIR with its input: every record must be there once, under the",
        "prefix of its own keys, rejected ones once in error objects. Changes nothing. Exit status 1 when",
        "something is lost, doubled, misplaced or altered; see docs/how-to/verify.md."})
final class VerifyCommand implements Callable<Integer> {
    private static final int INDENT = 2;

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Mixin
    private final InputFormatOption inputFormat = new InputFormatOption();

    @Option(names = "--out", required = true, paramLabel = "DIR",
            description = "--out of the run; objects in S3 are fetched first.")
    private String out = "";

    @Option(names = "--input", required = true, paramLabel = "PATH", arity = "1..*",
            description = "--input of the run: files, folders or addresses in S3.")
    private List<String> inputs = List.of();

    @Mixin
    private final S3Option s3 = new S3Option();

    @Option(names = "--record-bytes", paramLabel = "N", description = "--record-bytes of the run, if it had it.")
    private Optional<Integer> recordBytes = Optional.empty();

    @Option(names = "--arrival", paramLabel = "JQ", description = "--arrival of the run, if it had it.")
    private Optional<String> arrival = Optional.empty();

    @Option(names = "--show", paramLabel = "N", defaultValue = "20",
            description = "Findings of each kind that are named (default: ${DEFAULT-VALUE}).")
    private int shown = 20;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    VerifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = inputFormat.applied(ConfigurationFile.read(config));
        StreamConfiguration configured = file.require(console);
        try (var _ = plugins.load(configured); S3Access access = s3.access()) {
            return verify(file, configured, access);
        }
    }

    private int verify(ConfigurationFile file, StreamConfiguration configured, S3Access access) throws IOException {
        byte[] configuration = file.forBuffering(configured, console);
        StreamConfiguration stream = ConfigurationParser.parse(configuration).configuration().orElse(configured);
        OutFolder folder = S3Out.folder(out);
        if (!S3Address.isOne(out)) {
            return verify(stream, request(stream, configuration, folder, folder.path(), access), folder);
        }
        Path fetched = Files.createTempDirectory("sluice-verify");
        try {
            new S3Out(S3Address.parse(out), access).fetch(fetched, stream.bucket(), _ -> true);
            return verify(stream, request(stream, configuration, folder, fetched, access), folder);
        } finally {
            Folders.delete(fetched);
        }
    }

    private int verify(StreamConfiguration stream, Verification.Request request, OutFolder folder) throws IOException {
        try {
            Verdict verdict = verdict(stream, request, folder);
            if (json) {
                VerdictText.printJson(verdict, console.out());
            } else {
                var text = new StringWriter();
                VerdictText.print(verdict, new PrintWriter(text));
                text.toString().lines().forEach(line -> console.outScreen().print(console.out(), line, INDENT));
                console.out().flush();
            }
            return verdict.agrees() ? ExitStatus.DONE : ExitStatus.FAILED;
        } catch (IOException | InputException e) {
            throw new JobFailedException("verify can't read: " + e.getMessage(), e);
        }
    }

    private Verdict verdict(StreamConfiguration stream, Verification.Request request, OutFolder folder)
            throws IOException {
        if (!RunState.isUnfinished(folder)) {
            return Verification.of(request, Optional.empty(), console::warning);
        }
        try (Workspace workspace = Workspace.resume(folder);
                var services = EmbeddedServices.start(folder.path(), workspace.state(), stream.bucket());
                var staged = new StagedRecords(stream.stream(), services)) {
            return Verification.of(request, Optional.of(staged), console::warning);
        }
    }

    private Verification.Request request(StreamConfiguration stream, byte[] configuration, OutFolder folder,
            Path objects, S3Access access) throws IOException {
        if (isEmpty(objects.resolve(stream.bucket())) && !RunState.isUnfinished(folder)) {
            throw new UsageException("The folder " + out + " has no objects of bucket " + stream.bucket()
                    + "; name with --out the folder that run wrote to");
        }
        if (recordBytes.isPresent() && recordBytes.get() < 1) {
            throw new UsageException("--record-bytes must be at least 1, not " + recordBytes.get());
        }
        if (shown < 0) {
            throw new UsageException("--show must not be negative");
        }
        ArrivalOption.requireProgram(arrival);
        if (stream.conversion().isPresent() && RunState.isUnfinished(folder)) {
            throw new UsageException("The folder " + out + " holds a run that is at work or was cut short, and "
                    + config
                    + " converts records: verify can't read staged records as rows; finish it with run --resume "
                    + "first");
        }
        if (!Verification.canTell(configuration)) {
            throw new UsageException(
                    "The prefix has a time with fractions of a second, which objects' names do not tell:"
                            + " such objects can't be verified");
        }
        compactedFault(configuration, objects).ifPresent(fault -> {
            throw new UsageException("The folder " + out + " holds compacted objects that can't be verified: " + fault);
        });
        List<InputSource> sources = Inputs.records(inputs, console, access);
        for (InputSource source : sources) {
            if (source.isLive()) {
                throw new UsageException(source.displayName() + " can't be read a second time; verify reads files");
            }
        }
        Reading reading = inputFormat.checked(sources, stream, console);
        ArrivalOption.requireTimes(arrival, sources, reading);
        return new Verification.Request(configuration, new StreamWitness(stream, arrival), objects,
                inputFiles(sources, access), form(reading), arrival.isPresent(),
                recordBytes.map(OptionalInt::of).orElse(OptionalInt.empty()), shown);
    }

    /// A bucket of which nothing was fetched is an empty folder.
    private boolean isEmpty(Path bucket) throws IOException {
        if (!Files.isDirectory(bucket)) {
            return true;
        }
        try (Stream<Path> children = Files.list(bucket)) {
            return S3Address.isOne(out) && children.findAny().isEmpty();
        }
    }

    private static Optional<String> compactedFault(byte[] configuration, Path objects) {
        try {
            return Verification.compactedFault(configuration, objects);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// The judge reads Parquet from a file alone.
    private static List<InputFile> inputFiles(List<InputSource> sources, S3Access access) {
        try {
            return sources.stream().map(source -> !(source.opener() instanceof ArchiveEntry)
                    && source.file().isEmpty() && InputCheck.isParquet(source) ? access.asFile(source) : source)
                    .map(VerifyCommand::inputFile).toList();
        } catch (InputException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static InputFile inputFile(InputSource source) {
        String name = source.id().substring(source.id().indexOf(':') + 1);
        return source.opener() instanceof ArchiveEntry entry
                ? InputFile.inArchive(source.id(), name, entry.archive(), entry.number())
                : new InputFile(source.id(), name, source.opener()::open, source.file());
    }

    private static InputForm form(Reading reading) {
        Map<String, String> types = new HashMap<>();
        reading.types().forEach((name, type) -> types.put(name, type.name().toLowerCase(Locale.ROOT)));
        InputForm.Kind kind = switch (reading.form()) {
            case RECORDS, LINES -> InputForm.Kind.LINES;
            case DOCUMENTS -> InputForm.Kind.DOCUMENTS;
            case ARRAY -> InputForm.Kind.ARRAY;
            case ELEMENTS -> InputForm.Kind.ELEMENTS;
            case CELLS -> InputForm.Kind.CELLS;
            case BARE_CELLS -> InputForm.Kind.BARE_CELLS;
        };
        return new InputForm(kind, reading.delimiter(), types, reading.at().names());
    }
}
