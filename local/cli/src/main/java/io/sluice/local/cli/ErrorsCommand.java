package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import io.sluice.local.records.ErrorObjectBytes;
import io.sluice.local.records.InputSource;
import io.sluice.local.rejects.ErrorFilter;
import io.sluice.local.rejects.ErrorJson;
import io.sluice.local.rejects.UnusableKeys;
import io.sluice.local.s3.S3Access;
import io.sluice.reject.ErrorLine;
import io.sluice.reject.ErrorLineReader.Entry;
import io.sluice.reject.ErrorLineReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sluice errors`: what error objects hold, for people and their tools.
@Command(name = "errors", sortOptions = false, description = {
        "Prints error records readably, a JSON object a line: why, when, and the record as it came in.",
        "Reads the objects under a stream's error prefix, in any of its compressions. Exit status 1 when a file is no"
                + " error object, or nothing matches."})
final class ErrorsCommand implements Callable<Integer> {
    private static final int NAMED_MAX = 10;

    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "PATH",
            description = "Error objects, folders of them, s3://BUCKET/KEY, or - for standard input.")
    private List<String> paths = List.of();

    @Mixin
    private final S3Option s3 = new S3Option();

    @Option(names = "--config", paramLabel = "FILE",
            description = "The stream's configuration: says which keys of a record were null.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--reason", paramLabel = "TEXT", description = {
            "Only those whose error code or message has TEXT in it, letter case aside, as 'non json' or"
                    + " MetadataExtraction."})
    private Optional<String> reason = Optional.empty();

    @Option(names = "--text", paramLabel = "TEXT",
            description = "Only those whose record has TEXT in it, byte by byte.")
    private Optional<String> text = Optional.empty();

    @Option(names = "--since", paramLabel = "INSTANT",
            description = "Only those that arrived at 2026-11-20T08:00:00Z, say, or later.")
    private Optional<String> since = Optional.empty();

    @Option(names = "--until", paramLabel = "INSTANT", description = "Only those that arrived before.")
    private Optional<String> until = Optional.empty();

    /// Taken, so that scripts can give it to every command that prints JSON.
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--json", description = "Changes nothing: each line is JSON anyway.")
    private boolean json;

    private Optional<UnusableKeys> keys = Optional.empty();
    private final List<String> troubles = new ArrayList<>();
    private long matching;
    private long read;

    ErrorsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var filter = new ErrorFilter(reason, text, instant("--since", since), instant("--until", until));
        keys = config.map(file -> UnusableKeys.of(ConfigurationFile.read(file).require(console)));
        try (S3Access access = s3.access()) {
            for (InputSource source : Inputs.find(paths, console, access)) {
                print(source, filter);
            }
        }
        console.out().flush();
        troubles.stream().limit(NAMED_MAX).forEach(console::message);
        if (troubles.size() > NAMED_MAX) {
            console.message("… and " + Sizes.count(troubles.size() - NAMED_MAX) + " more");
        }
        if (matching == 0 && troubles.isEmpty()) {
            console.message(read == 0
                    ? "There are no error records in " + String.join(", ", paths)
                    : "None of the " + Sizes.count(read, "error record")
                            + " is as asked for; leave out an option to see"
                            + " more");
        }
        return matching > 0 && troubles.isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /// Prints what matches of one object. One that is damaged is told up to there.
    private void print(InputSource source, ErrorFilter filter) {
        long found = 0;
        Optional<Entry.Unreadable> first = Optional.empty();
        long unreadable = 0;
        try (InputStream in = ErrorObjectBytes.open(source.displayName(), source.opener().open())) {
            var lines = new ErrorLineReader(source.displayName(), in);
            for (Optional<Entry> entry = lines.next(); entry.isPresent(); entry = lines.next()) {
                switch (entry.get()) {
                    case Entry.Found(ErrorLine line) -> {
                        found++;
                        print(source, line, filter);
                    }
                    case Entry.Unreadable bad -> {
                        first = first.or(() -> Optional.of(bad));
                        unreadable++;
                    }
                }
            }
        } catch (InputException e) {
            troubles.add(e.getMessage());
        } catch (IOException e) {
            troubles.add(source.displayName() + " can't be read to its end: " + e.getMessage());
        }
        read += found;
        if (first.isPresent()) {
            troubles.add(found == 0
                    ? source.displayName() + " is no error object: line " + first.get().number() + ": "
                            + first.get().cause()
                    : source.displayName() + ": " + Sizes.count(unreadable, "line") + " left out, the first "
                            + first.get().number() + ": " + first.get().cause());
        }
    }

    private void print(InputSource source, ErrorLine line, ErrorFilter filter) {
        if (filter.takes(line)) {
            matching++;
            console.out().println(ErrorJson.of(source.displayName(), line,
                    keys.flatMap(each -> each.in(line.errorMessage(), line.rawData()))));
        }
    }

    private static Optional<Instant> instant(String option, Optional<String> value) {
        return value.map(given -> {
            try {
                return Instant.parse(given.toUpperCase(Locale.ROOT));
            } catch (DateTimeParseException e) {
                throw new UsageException(option + " is an instant like 2026-11-20T08:00:00Z, not '" + given + "'");
            }
        });
    }
}
