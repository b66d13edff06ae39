package io.sluice.jq;

import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The arguments of the command.
///
/// @param indent     spaces a level; 0: all on a line; -1: a tab a level
/// @param program    without one, what jq does when it is not at a terminal: `.`
/// @param files      read one after another, as one text; none is standard input
/// @param named      the constants of `--arg` and its like; the first of a name counts
/// @param positional the constants of `--args` and `--jsonargs`
record Arguments(Set<Option> options, int indent, String program, List<String> files, Map<String, JqValue> named,
        List<JqValue> positional) {

    /// The options without values.
    enum Option {
        RAW_OUTPUT('r', "--raw-output"), COMPACT_OUTPUT('c', "--compact-output"), NULL_INPUT('n', "--null-input"), //
        SLURP('s', "--slurp"), RAW_INPUT('R', "--raw-input"), JOIN_OUTPUT('j', "--join-output"), //
        EXIT_STATUS('e', "--exit-status"), SORT_KEYS('S', "--sort-keys"), ASCII_OUTPUT('a', "--ascii-output"), //
        FROM_FILE('f', "--from-file"), MONOCHROME_OUTPUT('M', "--monochrome-output");

        private final char letter;
        private final String name;

        Option(char letter, String name) {
            this.letter = letter;
            this.name = name;
        }
    }

    Arguments {
        options = options.isEmpty() ? Set.of() : EnumSet.copyOf(options);
        files = List.copyOf(files);
        positional = List.copyOf(positional);
    }

    /// @throws IllegalArgumentException the command cannot be called like this; says how not
    static Arguments parse(List<String> words, NamedFiles files) {
        return new ArgumentParser(words, files).parse();
    }

    /// Tests whether `word` is one of the options, by itself or with others (`-rc`).
    static boolean isOption(String word) {
        return switch (word) {
            case "--arg", "--argjson", "--slurpfile", "--rawfile", "--args", "--jsonargs", "--tab", "--indent" -> true;
            default -> ArgumentParser.isOption(word) && !named(word).isEmpty();
        };
    }

    boolean has(Option option) {
        return options.contains(option);
    }

    /// The options that `word` stands for; none when it, or a letter of it, stands for none.
    static Set<Option> named(String word) {
        Set<Option> named = EnumSet.noneOf(Option.class);
        String letters = word.substring(1);
        for (Option option : Option.values()) {
            if (word.equals(option.name)) {
                return EnumSet.of(option);
            }
            if (!word.startsWith("--") && letters.indexOf(option.letter) >= 0) {
                named.add(option);
                letters = letters.replace(String.valueOf(option.letter), "");
            }
        }
        return letters.isEmpty() ? named : Set.of();
    }

    /// @throws IllegalArgumentException it is not one JSON value
    static JqValue json(String option, String text) {
        try {
            return JsonText.parseOne(text);
        } catch (JqError e) {
            throw new IllegalArgumentException("invalid JSON text passed to " + option + ": " + e.getMessage(), e);
        }
    }

    static JqValue text(String text) {
        return JqString.of(text);
    }
}
