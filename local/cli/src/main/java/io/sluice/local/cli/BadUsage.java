package io.sluice.local.cli;

import io.sluice.local.report.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The sentence that says what is wrong with arguments: a word that is not known comes before one that is missing,
/// since it usually is the missing one, misspelt.
final class BadUsage {
    private static final Pattern OPTION = Pattern.compile("--?[a-zA-Z].*");

    private BadUsage() {}

    /// @param arguments of the whole command line
    static String sentence(ParameterException failure, List<String> arguments) {
        CommandSpec spec = failure.getCommandLine().getCommandSpec();
        Optional<String> unknown = arguments.stream().filter(word -> OPTION.matcher(word).matches())
                .map(word -> word.split("=", 2)[0]).filter(word -> !spec.optionsMap().containsKey(word)).findFirst();
        Set<String> commands = spec.subcommands().keySet();
        if (failure instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().getFirst();
            if (!OPTION.matcher(word).matches()) {
                if (commands.isEmpty()) {
                    return "'" + word + "' is one word too many";
                }
                List<String> known = new ArrayList<>(commands);
                known.addAll(spec.optionsMap().keySet());
                return "There is no command '" + word + "'" + Spelling.hint(word, known);
            }
        }
        return unknown.map(word -> "Unknown option: '" + word + "'" + Spelling.hint(word, spec.optionsMap().keySet()))
                .orElseGet(() -> String.valueOf(failure.getMessage()).replace("Value for option option",
                        "The value of option"));
    }

    /// Returns what to try instead.
    static String help(CommandLine command) {
        return "Try '" + command.getCommandSpec().qualifiedName() + " --help'.";
    }
}
