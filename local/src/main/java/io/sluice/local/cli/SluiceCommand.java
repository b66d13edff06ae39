package io.sluice.local.cli;

import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.server.FullDisk;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// `sluice`: takes the arguments apart, runs the command, and turns whatever happens into a message and an exit status.
@Command(name = "sluice", description = "Dynamic partitioning for Amazon S3, on this machine.",
        synopsisSubcommandLabel = "COMMAND", footer = "`bench` measures it all (benchmarks/README.md).")
public final class SluiceCommand implements Runnable {
    /// Set to anything, it makes an internal error print its stack trace.
    private static final String DEBUG_VARIABLE = "SLUICE_DEBUG";

    private static final Map<String, Function<Console, CommandLine>> COMMANDS = commands();

    @Spec
    private @Nullable CommandSpec spec;

    private SluiceCommand() {}

    /// Runs `arguments` and gives the exit status: 0 done, 1 failed, 2 bad usage or configuration. Never throws.
    public static int execute(Console console, String... arguments) {
        Optional<Path> checked = CheckCommand.plain(arguments);
        if (checked.isPresent()) {
            return check(console, checked.get());
        }
        CommandLine line = new CommandLine(new SluiceCommand());
        addCommands(line, console, arguments);
        offerHelp(line);
        line.getSubcommands().values().forEach(SluiceCommand::offerHelp);
        line.setOut(console.out()).setErr(console.err());
        line.setParameterExceptionHandler((failure, unused) -> badUsage(console, failure));
        line.setExecutionExceptionHandler((failure, unused, result) -> failed(console, failure));
        return line.execute(arguments);
    }

    /// Without picocli, whose own start costs as much as all that is left of `check` (ADR 0026).
    private static int check(Console console, Path configuration) {
        try {
            return new CheckCommand(console).check(configuration);
        } catch (RuntimeException e) {
            return failed(console, e);
        }
    }

    /// The command that `arguments` begin with; all of them when they begin with none, for help and suggestions.
    private static void addCommands(CommandLine line, Console console, String... arguments) {
        Function<Console, CommandLine> named = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
        if (named == null) {
            COMMANDS.forEach((name, each) -> line.addSubcommand(name, each.apply(console)));
        } else {
            line.addSubcommand(arguments[0], named.apply(console));
        }
    }

    /// In the order of the help.
    private static Map<String, Function<Console, CommandLine>> commands() {
        Map<String, Function<Console, CommandLine>> commands = new LinkedHashMap<>();
        commands.put("run", console -> new CommandLine(new RunCommand(console)));
        commands.put("check", console -> new CommandLine(new CheckCommand(console)));
        commands.put("jq", console -> new CommandLine(new JqCommand(console)));
        commands.put("redrive", console -> new CommandLine(new RedriveCommand(console)));
        commands.put("plan", console -> new CommandLine(new PlanCommand(console)));
        commands.put("verify", console -> new CommandLine(new VerifyCommand(console)));
        commands.put("erase", console -> new CommandLine(new EraseCommand(console)));
        commands.put("repartition", console -> new CommandLine(new RepartitionCommand(console)));
        commands.put("recover", console -> new CommandLine(new RecoverCommand(console)));
        commands.put("forfeit", console -> new CommandLine(new ForfeitCommand(console)));
        commands.put("tables", console -> new CommandLine(new TablesCommand(console)));
        commands.put("serve", console -> new CommandLine(new ServeCommand(console)));
        commands.put("top", console -> new CommandLine(new TopCommand(console)));
        commands.put("retention", RetentionCommand::create);
        return commands;
    }

    static void offerHelp(CommandLine line) {
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("Print this help.").build());
    }

    @Override
    public void run() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "No command given");
    }

    private static int badUsage(Console console, ParameterException failure) {
        console.message(String.valueOf(failure.getMessage()));
        UnmatchedArgumentException.printSuggestions(failure, console.err());
        console.err().println("Try '" + failure.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
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
