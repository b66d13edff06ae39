package io.sluice.local.cli;

import io.sluice.config.Problem.Severity;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sluice check`: validates a configuration, prints its problems on standard output.
@Command(name = "check", description = "Validates a stream's configuration; prints its problems and warnings.")
final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ConfigurationFile file = ConfigurationFile.read(config);
        file.printProblems(console.out());
        long errors = file.count(Severity.ERROR);
        long warnings = file.count(Severity.WARNING);
        console.out().println(config + ": " + (errors == 0 ? "valid" : errors + (errors == 1 ? " error" : " errors"))
                + (warnings == 0 ? "" : ", " + warnings + (warnings == 1 ? " warning" : " warnings")));
        console.out().flush();
        return errors == 0 ? ExitStatus.DONE : ExitStatus.USAGE;
    }
}
