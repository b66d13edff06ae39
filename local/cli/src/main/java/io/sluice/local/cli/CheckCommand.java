package io.sluice.local.cli;

import io.sluice.config.ConfigurationSchema;
import io.sluice.config.Problem;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TableEvolution;
import io.sluice.config.TableSources;
import io.sluice.local.UsageException;
import io.sluice.local.cli.CheckReport.Finding;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableRemark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sluice check`: validates a configuration, prints its problems on standard output.
@Command(name = "check", sortOptions = false, description = {
        "Validates a stream's configuration: prints every problem and warning with its place.",
        "JSON, or YAML as `aws firehose create-delivery-stream --cli-input-yaml` takes it. Exit status 2 when there"
                + " is an error; warnings are none."})
final class CheckCommand implements Callable<Integer> {
    /// Options, quoted arguments, and files of arguments.
    private static final String NO_FILE = "-@\"'";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "FILE",
            description = "The stream's configuration, or - for standard input.")
    private Optional<String> file = Optional.empty();

    @Option(names = "--config", paramLabel = "FILE", description = "The same as FILE.")
    private Optional<String> config = Optional.empty();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--schema", description = "Print the JSON Schema of configurations, for editors.")
    private boolean schema;

    @Option(names = "--against", paramLabel = "FILE",
            description = "The configuration that is deployed now: refuse what its Iceberg table cannot become.")
    private Optional<Path> against = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    CheckCommand(Console console) {
        this.console = console;
    }

    /// The command of `check --config FILE` and nothing else, with nothing in it that a parser of arguments may take
    /// for something else than a file; empty for all other arguments.
    static Optional<CheckCommand> plain(Console console, String... arguments) {
        boolean plain = arguments.length == 3 && arguments[0].equals("check") && arguments[1].equals("--config")
                && !arguments[2].isEmpty() && NO_FILE.indexOf(arguments[2].charAt(0)) < 0;
        if (!plain) {
            return Optional.empty();
        }
        var check = new CheckCommand(console);
        check.config = Optional.of(arguments[2]);
        return Optional.of(check);
    }

    @Override
    public Integer call() throws IOException {
        if (schema) {
            return printSchema();
        }
        ConfigurationFile read = read();
        if (plugins.isGiven()) {
            read.parsed().configuration().ifPresent(stream -> plugins.load(stream).close());
        }
        List<Finding> findings = new ArrayList<>();
        read.parsed().problems().forEach(problem -> findings.add(finding(problem)));
        read.parsed().configuration().ifPresent(stream -> table(stream).forEach(findings::add));
        if (against.isPresent() && read.parsed().configuration().isPresent()) {
            changes(against.get(), read.parsed().configuration().get()).forEach(problem -> findings.add(
                    finding(problem)));
        }
        var report = new CheckReport(read.name(), Positions.of(read.text()), findings);
        if (json) {
            report.printJson(console.out());
        } else {
            report.printText(console.out(), console.outScreen());
        }
        return report.isValid() ? ExitStatus.DONE : ExitStatus.USAGE;
    }

    private int printSchema() {
        Optional<String> named = file.or(() -> config).or(() -> against.map(Path::toString));
        if (named.isPresent()) {
            throw new UsageException("--schema prints what every configuration may hold, and checks none; leave "
                    + named.get() + " out");
        }
        console.out().print(ConfigurationSchema.json());
        console.out().flush();
        return ExitStatus.DONE;
    }

    private ConfigurationFile read() throws IOException {
        if (file.isPresent() == config.isPresent()) {
            throw new UsageException(file.isPresent()
                    ? "The configuration is named twice, " + file.get() + " and --config " + config.get()
                            + "; leave one out"
                    : "There is nothing to check: name the configuration's file, or - for standard input");
        }
        String name = file.or(() -> config).orElseThrow();
        return name.equals(ConfigurationFile.STANDARD_INPUT)
                ? ConfigurationFile.read(console.in())
                : ConfigurationFile.read(Path.of(name));
    }

    private static List<Problem> changes(Path deployed, StreamConfiguration stream) throws IOException {
        StreamConfiguration before = ConfigurationFile.read(deployed).parsed().configuration()
                .orElseThrow(() -> new UsageException("The configuration " + deployed + ", to compare with, has errors"
                        + " of its own; see ./sluice check " + deployed));
        return TableEvolution.problems(before, stream);
    }

    private static Finding finding(Problem problem) {
        return new Finding(switch (problem.severity()) {
            case ERROR -> Finding.Kind.ERROR;
            case WARNING -> Finding.Kind.WARNING;
        }, problem.path(), problem.message());
    }

    /// Returns the findings about the table of a stream whose configuration declares its columns.
    private static List<Finding> table(StreamConfiguration stream) {
        if (stream.sluice().table().map(table -> table.columns().isEmpty()).orElse(true)) {
            return List.of();
        }
        List<TableRemark> remarks = StreamTables.records(TableSources.of(stream, stream.bucket())).remarks();
        return remarks.stream().map(remark -> new Finding(switch (remark.kind()) {
            case REFUSAL -> Finding.Kind.ERROR;
            case WARNING -> Finding.Kind.WARNING;
            case NOTE -> Finding.Kind.NOTE;
        }, remark.path(), remark.message())).toList();
    }
}
