package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.input.Reading;
import io.sluice.local.records.InputSource;
import io.sluice.local.rejects.RejectBound;
import io.sluice.local.report.RunCounts;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Access;
import io.sluice.local.server.DirectServices;
import io.sluice.local.server.Folders;
import io.sluice.local.server.LocalServices;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;

/// Runs over small files, one after another: the steps of `sluice run` on one table and one staging folder, whose start
/// is most of what such a run takes. Each stream has a name of its own. For one thread.
final class ManyRuns implements AutoCloseable {
    /// Runs after which table and folder are begun anew, before they are large.
    private static final int RUNS_MAX = 500;
    private static final String BUCKET = "data";

    private final Path folder;
    private final Console console = new Console(InputStream.nullInputStream(), new PrintWriter(Writer.nullWriter()),
            new PrintWriter(Writer.nullWriter()));
    private Optional<DirectServices> services = Optional.empty();
    private int runs;

    /// @param folder empty
    ManyRuns(Path folder) {
        this.folder = folder;
    }

    /// The outcome of a run.
    ///
    /// @param counts  empty where it ended early
    /// @param failure why its exit status would not be 0; empty: it would be
    /// @param objects lines by key
    record Result(Optional<RunCounts> counts, Optional<String> failure, Map<String, List<String>> objects) {}

    /// Runs a stream that delivers to the bucket `data`.
    ///
    /// @param options of the form of the input
    Result run(Path config, Path input, RejectBound bound, List<String> options) throws IOException {
        OutFolder out = OutFolder.of(folder.resolve("out").toString());
        try (S3Access access = new S3Access(Optional.empty())) {
            ConfigurationFile file = ConfigurationFile.read(config);
            StreamConfiguration stream = file.require(console);
            List<InputSource> sources = Inputs.records(List.of(input.toString()), console, access, Run.Start.NEW, out,
                    stream.bucket());
            Reading reading = CommandLine.populateCommand(new InputFormatOption(), options.toArray(String[]::new))
                    .checked(sources, stream, console);
            var settings = new RunSettings(stream, file.forBuffering(stream, console), sources,
                    RunSettings.Content.RECORDS, reading, OptionalInt.empty(), Optional.empty());
            Workspace workspace = Workspace.create(out, BUCKET);
            try (workspace) {
                RunCounts counts = Run.execute(settings, workspace, services(), Run.Start.NEW,
                        Instant.parse("2026-01-01T00:00:00Z"), CutShortRun.pullingAt(Long.MAX_VALUE));
                Optional<String> failure = RejectVerdict.of(counts, bound, out)
                        .or(() -> counts.problems().stream().findFirst());
                return new Result(Optional.of(counts), failure, Delivered.lines(bucket()));
            } finally {
                workspace.finish();
                clear();
            }
        } catch (UsageException | JobFailedException e) {
            return new Result(Optional.empty(), Optional.of(String.valueOf(e.getMessage())), Map.of());
        }
    }

    private Path bucket() {
        return folder.resolve("out").resolve(BUCKET);
    }

    private LocalServices services() throws IOException {
        if (runs++ % RUNS_MAX == 0) {
            close();
            services = Optional.of(DirectServices.start(folder.resolve("out"), folder.resolve("work"), BUCKET));
        }
        return services.orElseThrow();
    }

    private void clear() throws IOException {
        Folders.delete(bucket());
        Files.createDirectory(bucket());
    }

    @Override
    public void close() throws IOException {
        if (services.isPresent()) {
            services.get().close();
            services = Optional.empty();
            Folders.delete(folder.resolve("work"));
        }
    }
}
