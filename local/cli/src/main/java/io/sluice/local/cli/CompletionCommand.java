package io.sluice.local.cli;

import io.sluice.local.completion.Command.Option;
import io.sluice.local.completion.Command.Values;
import io.sluice.local.completion.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/// `sluice completion`: what a shell needs to complete the command line.
@Command(name = "completion", description = {
        "Prints what bash, zsh or fish reads to complete commands, options, their values and files.",
        "For one session: source <(./sluice completion bash), the same with zsh, or",
        "./sluice completion fish | source."})
final class CompletionCommand implements Callable<Integer> {
    /// The names of values that say that they are files.
    private static final Set<String> FILES = Set.of("FILE", "PATH", "DIR", "SAMPLE", "ERRORS", "JAR", "EVENT", "SOURCE",
            "FOLDER");

    private final Console console;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private @Nullable Shell shell;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<io.sluice.local.completion.Command> commands = new ArrayList<>();
        add(CommandTree.all(console), "", commands);
        console.out().print(shell == null ? "" : shell.script(commands));
        console.out().flush();
        return ExitStatus.DONE;
    }

    private static void add(CommandLine line, String path, List<io.sluice.local.completion.Command> to) {
        CommandSpec spec = line.getCommandSpec();
        List<Option> options = spec.options().stream().filter(option -> !option.hidden())
                .map(option -> new Option(Arrays.asList(option.names()), sentence(option.description()),
                        option.arity().max() == 0 ? new Values.Nothing() : values(option)))
                .toList();
        Values parameters = line.getSubcommands().isEmpty()
                ? spec.positionalParameters().stream().map(CompletionCommand::values)
                        .filter(values -> !(values instanceof Values.Text)).findFirst().orElse(new Values.Nothing())
                : new Values.Words(List.copyOf(line.getSubcommands().keySet()));
        to.add(new io.sluice.local.completion.Command(path, sentence(spec.usageMessage().description()), options,
                parameters));
        line.getSubcommands().forEach((name, each) -> add(each, (path + " " + name).strip(), to));
    }

    private static Values values(ArgSpec of) {
        if (of.completionCandidates() != null) {
            return new Values.Words(StreamSupport.stream(of.completionCandidates().spliterator(), false).toList());
        }
        return FILES.contains(of.paramLabel()) || of.type() == Path.class || of.auxiliaryTypes()[0] == Path.class
                ? new Values.Files()
                : new Values.Text();
    }

    /// The first sentence.
    private static String sentence(String[] description) {
        return String.join(" ", description).split("(?<=\\.) ", 2)[0];
    }
}
