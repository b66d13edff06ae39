package io.sluice.local.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What is wrong with arguments, in a sentence: a word that is not known comes before one that is missing, since it
/// usually is the missing one, misspelt.
final class BadUsage {
    private static final String OPTION = "--";

    private BadUsage() {}

    /// @param arguments of the whole command line
    static String sentence(ParameterException failure, List<String> arguments) {
        CommandSpec spec = failure.getCommandLine().getCommandSpec();
        Set<String> commands = spec.subcommands().keySet();
        if (failure instanceof UnmatchedArgumentException unmatched && !commands.isEmpty()) {
            String word = unmatched.getUnmatched().getFirst();
            return "There is no command '" + word + "'" + Spelling.hint(word, commands);
        }
        Optional<String> unknown = arguments.stream().filter(word -> word.startsWith(OPTION) && !word.equals(OPTION))
                .map(word -> word.split("=", 2)[0]).filter(word -> !spec.optionsMap().containsKey(word)).findFirst();
        if (unknown.isPresent()) {
            return "Unknown option: '" + unknown.get() + "'" + Spelling.hint(unknown.get(), spec.optionsMap().keySet());
        }
        return String.valueOf(failure.getMessage()).replace("Value for option option", "The value of option");
    }

    /// What to try instead.
    static String help(CommandLine command) {
        return "Try '" + command.getCommandSpec().qualifiedName() + " --help'.";
    }
}
