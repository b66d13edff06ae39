package io.sluice.local.cli;

import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.server.FullDisk;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sluice`: takes the arguments apart, runs the command, and turns whatever happens into a message and an exit status.
@Command(name = "sluice", description = "Dynamic partitioning for Amazon S3, on this machine.",
        synopsisSubcommandLabel = "COMMAND", footer = "`bench` measures it all (benchmarks/README.md).")
public final class SluiceCommand implements Runnable {
    /// Set to anything, it makes an internal error print its stack trace.
    private static final String DEBUG_VARIABLE = "SLUICE_DEBUG";

    @Spec
    private @Nullable CommandSpec spec;

    private SluiceCommand() {}

    /// Runs `arguments` and gives the exit status: 0 done, 1 failed, 2 bad usage or configuration. Never throws.
    public static int execute(Console console, String... arguments) {
        CommandLine line = new CommandLine(new SluiceCommand());
        List.of(new RunCommand(console), new CheckCommand(console), new JqCommand(console), new ErrorsCommand(console),
                new RedriveCommand(console),
                new PlanCommand(console), new VerifyCommand(console), new EraseCommand(console),
                new RepartitionCommand(console), new RecoverCommand(console), new ForfeitCommand(console),
                new TablesCommand(console), new ServeCommand(console), new TopCommand(console))
                .forEach(line::addSubcommand);
        line.addSubcommand(RetentionCommand.create(console));
        offerHelp(line);
        line.getSubcommands().values().forEach(SluiceCommand::offerHelp);
        line.setOut(console.out()).setErr(console.err());
        line.setParameterExceptionHandler((failure, given) -> badUsage(console, failure, given));
        line.setExecutionExceptionHandler((failure, unused, result) -> failed(console, failure));
        return line.execute(arguments);
    }

    /// Adds `--help`, and has every text of the help broken at the width of the terminal alone: the lists of commands
    /// show a description's first sentence.
    static void offerHelp(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("Print this help.").build());
        spec.usageMessage().description(sentences(spec.usageMessage().description()));
        for (OptionSpec option : List.copyOf(spec.options())) {
            spec.remove(option);
            spec.addOption(option.toBuilder().description(String.join(" ", option.description())).build());
        }
    }

    /// The first sentence, and all others.
    private static String[] sentences(String[] lines) {
        return String.join(" ", lines).split("(?<=\\.) (?=[A-Z])", 2);
    }

    @Override
    public void run() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "No command given");
    }

    private static int badUsage(Console console, ParameterException failure, String[] arguments) {
        console.message(BadUsage.sentence(failure, List.of(arguments)));
        console.err().println(BadUsage.help(failure.getCommandLine()));
        console.err().flush();
        return ExitStatus.USAGE;
    }

    private static int failed(Console console, Exception failure) {
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
