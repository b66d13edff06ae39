package io.sluice.local.cli;

import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.server.FullDisk;
import java.io.IOException;
import java.util.Optional;

/// `sluice`: runs the command that its arguments name, and turns whatever happens into a message and an exit status.
public final class SluiceCommand {
    /// Set to anything, it makes an internal error print its stack trace.
    private static final String DEBUG_VARIABLE = "SLUICE_DEBUG";

    private SluiceCommand() {}

    /// Runs `given` and gives the exit status: 0 done, 1 failed, 2 bad usage or configuration. Never throws.
    ///
    /// `--version` and `check` of a file go without picocli, whose own start costs more than all that is left of it
    /// (ADR 0026).
    public static int execute(Console console, String... given) {
        String[] arguments = asOptions(given);
        if (arguments.length == 1 && arguments[0].equals(CommandTree.VERSION)) {
            for (String line : Release.current().lines()) {
                console.out().println(line);
            }
            console.out().flush();
            return ExitStatus.DONE;
        }
        try {
            Optional<CheckCommand> check = CheckCommand.plain(console, arguments);
            if (check.isPresent()) {
                return check.get().call();
            }
            Optional<Integer> jq = arguments.length > 0 && arguments[0].equals("jq")
                    ? JqOptions.run(console, arguments)
                    : Optional.empty();
            return jq.isPresent() ? jq.get() : CommandTree.execute(console, arguments);
        } catch (IOException | RuntimeException e) {
            return failed(console, e);
        }
    }

    /// The options that `help` and `version` stand for, as many programs have them.
    private static String[] asOptions(String... arguments) {
        return switch (arguments.length == 0 ? "" : arguments[0]) {
            case "version" -> new String[]{CommandTree.VERSION};
            case "help" -> arguments.length == 1 ? new String[]{"--help"} : new String[]{arguments[1], "--help"};
            default -> arguments;
        };
    }

    /// Says what `failure` is, and gives the exit status that it makes.
    static int failed(Console console, Exception failure) {
        switch (failure) {
            case UsageException bad -> {
                console.message(bad.getMessage());
                return ExitStatus.USAGE;
            }
            case JobFailedException failed -> console.message(failed.getMessage());
            default -> console.message(FullDisk.saidBy(failure)
                    ? "A disk is full, and " + failure + "; make room on it, and repeat the command"
                    : "internal error: " + failure
                            + (System.getenv(DEBUG_VARIABLE) == null
                                    ? " (set " + DEBUG_VARIABLE + "=1 to see where)"
                                    : ""));
        }
        if (System.getenv(DEBUG_VARIABLE) != null) {
            failure.printStackTrace(console.err());
            console.err().flush();
        }
        return ExitStatus.FAILED;
    }
}
