package io.sluice.local.cli;

import io.sluice.local.smoke.SdkCloud;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/// All commands with their options and help, as picocli reads them.
@Command(name = "sluice", description = "Dynamic partitioning for Amazon S3, on this machine.",
        synopsisSubcommandLabel = "COMMAND")
final class CommandTree implements Runnable {
    /// The option that tells which Sluice this is.
    static final String VERSION = "--version";

    private static final Map<String, Function<Console, CommandLine>> COMMANDS = commands();

    @Spec
    private @Nullable CommandSpec spec;

    private CommandTree() {}

    /// Takes `arguments` apart, runs the command and gives the exit status.
    static int execute(Console console, String... arguments) {
        CommandLine line = new CommandLine(new CommandTree());
        addCommands(line, console, arguments);
        offerHelp(line);
        offerVersion(line);
        line.getSubcommands().values().forEach(CommandTree::offerHelp);
        var help = new StringWriter();
        line.setOut(new PrintWriter(help)).setErr(console.err());
        HelpText.dress(line, console.outScreen());
        line.setParameterExceptionHandler((failure, given) -> badUsage(console, failure, given));
        line.setExecutionExceptionHandler((failure, unused, result) -> SluiceCommand.failed(console, failure));
        boolean unknown = arguments.length > 0 && !arguments[0].startsWith("-") && !COMMANDS.containsKey(arguments[0]);
        int status = unknown ? line.execute(arguments[0]) : line.execute(arguments);
        HelpText.print(help.toString(), console);
        return status;
    }

    /// All commands, which nothing runs.
    static CommandLine all(Console console) {
        CommandLine line = new CommandLine(new CommandTree());
        addCommands(line, console);
        offerHelp(line);
        line.getSubcommands().values().forEach(CommandTree::offerHelp);
        return line;
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
        commands.put("test", console -> new CommandLine(new TestCommand(console)));
        commands.put("jq", console -> JqOptions.addTo(new CommandLine(new JqCommand(console))));
        commands.put("errors", console -> new CommandLine(new ErrorsCommand(console)));
        commands.put("redrive", console -> new CommandLine(new RedriveCommand(console)));
        commands.put("plan", console -> new CommandLine(new PlanCommand(console)));
        commands.put("verify", console -> new CommandLine(new VerifyCommand(console)));
        commands.put("landed", console -> new CommandLine(new LandedCommand(console)));
        commands.put("complete", console -> new CommandLine(new CompleteCommand(console)));
        commands.put("erase", console -> new CommandLine(new EraseCommand(console)));
        commands.put("repartition", console -> new CommandLine(new RepartitionCommand(console)));
        commands.put("compact", console -> new CommandLine(new CompactCommand(console)));
        commands.put("recover", console -> new CommandLine(new RecoverCommand(console)));
        commands.put("discard", console -> new CommandLine(new DiscardCommand(console)));
        commands.put("iceberg", IcebergCommand::create);
        commands.put("tables", console -> new CommandLine(new TablesCommand(console)));
        commands.put("template", console -> new CommandLine(new TemplateCommand(console))
                .setCaseInsensitiveEnumValuesAllowed(true));
        commands.put("smoke", console -> new CommandLine(new SmokeCommand(console, SdkCloud::open)));
        commands.put("init", console -> new CommandLine(new InitCommand(console)));
        commands.put("serve", console -> new CommandLine(new ServeCommand(console)));
        commands.put("flush", console -> new CommandLine(new FlushCommand(console)));
        commands.put("retention", RetentionCommand::create);
        commands.put("completion", console -> new CommandLine(new CompletionCommand(console))
                .setCaseInsensitiveEnumValuesAllowed(true));
        commands.put("bench", _ -> new CommandLine(new BenchListing()));
        return commands;
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

    private static void offerVersion(CommandLine line) {
        line.getCommandSpec().versionProvider(() -> Release.current().lines());
        line.getCommandSpec().addOption(OptionSpec.builder("-V", VERSION).versionHelp(true)
                .description("Print the version, its commit, and the Java that it runs on.").build());
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
        if (arguments.length == 0) {
            failure.getCommandLine().usage(failure.getCommandLine().getOut());
        } else {
            console.err().println(BadUsage.help(failure.getCommandLine()));
        }
        console.err().flush();
        return ExitStatus.USAGE;
    }
}
