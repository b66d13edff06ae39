package io.sluice.local.cli;

import io.sluice.config.Problem.Severity;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TableSources;
import io.sluice.local.table.TablesText;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableRemark;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice check`: validates a configuration, prints its problems on standard output.
@Command(name = "check", description = "Validates a stream's configuration; prints its problems and warnings.")
final class CheckCommand implements Callable<Integer> {
    /// Options, quoted arguments, and files of arguments.
    private static final String NO_FILE = "-@\"'";

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    CheckCommand(Console console) {
        this.console = console;
    }

    /// The file of `check --config FILE` and nothing else, with nothing in it that a parser of arguments may take for
    /// something else than a file; empty for all other arguments.
    static Optional<Path> plain(String... arguments) {
        boolean plain = arguments.length == 3 && arguments[0].equals("check") && arguments[1].equals("--config")
                && !arguments[2].isEmpty() && NO_FILE.indexOf(arguments[2].charAt(0)) < 0;
        return plain ? Optional.of(Path.of(arguments[2])) : Optional.empty();
    }

    @Override
    public Integer call() {
        return check(config);
    }

    /// Gives the exit status.
    ///
    /// @throws io.sluice.local.UsageException when there is no such file or it can't be read
    int check(Path config) {
        ConfigurationFile file = ConfigurationFile.read(config);
        file.printProblems(console.out());
        if (plugins.isGiven()) {
            file.parsed().configuration().ifPresent(stream -> plugins.load(stream).close());
        }
        long refused = file.parsed().configuration().map(this::tableRefusals).orElse(0L);
        long errors = file.count(Severity.ERROR) + refused;
        long warnings = file.count(Severity.WARNING);
        console.out().println(config + ": " + (errors == 0 ? "valid" : errors + (errors == 1 ? " error" : " errors"))
                + (warnings == 0 ? "" : ", " + warnings + (warnings == 1 ? " warning" : " warnings")));
        console.out().flush();
        return errors == 0 ? ExitStatus.DONE : ExitStatus.USAGE;
    }

    /// Prints what there is to say about the table of a stream whose configuration declares its columns.
    ///
    /// @return how many reasons there are that it cannot be
    private long tableRefusals(StreamConfiguration stream) {
        if (stream.sluice().table().map(table -> table.columns().isEmpty()).orElse(true)) {
            return 0;
        }
        List<TableRemark> remarks = StreamTables.records(TableSources.of(stream, stream.bucket())).remarks();
        remarks.forEach(remark -> console.out().println(TablesText.line(remark)));
        return remarks.stream().filter(remark -> remark.kind() == TableRemark.Kind.REFUSAL).count();
    }
}
