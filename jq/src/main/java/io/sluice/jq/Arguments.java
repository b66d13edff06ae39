package io.sluice.jq;

import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the command was asked to do.
///
/// @param program without one, what jq does when it is not at a terminal: `.`
/// @param files   read one after another, as one text; none is standard input
/// @param named   the constants of `--arg` and `--argjson`; the first of a name counts
record Arguments(Set<Option> options, String program, List<String> files, Map<String, JqValue> named) {

    /// The options without values.
    enum Option {
        RAW_OUTPUT('r'), COMPACT_OUTPUT('c'), NULL_INPUT('n'), SLURP('s');

        private final char letter;

        Option(char letter) {
            this.letter = letter;
        }
    }

    /// @throws IllegalArgumentException the command cannot be called like this; says how not
    static Arguments parse(List<String> words) {
        Set<Option> options = EnumSet.noneOf(Option.class);
        List<String> plain = new ArrayList<>();
        Map<String, JqValue> named = new LinkedHashMap<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "--arg", "--argjson" -> {
                    if (i + 2 >= words.size()) {
                        throw new IllegalArgumentException(word + " takes a name and a value");
                    }
                    named.putIfAbsent(words.get(i + 1), value(word, words.get(i + 2)));
                    i += 2;
                }
                case "--raw-output" -> options.add(Option.RAW_OUTPUT);
                case "--compact-output" -> options.add(Option.COMPACT_OUTPUT);
                case "--null-input" -> options.add(Option.NULL_INPUT);
                case "--slurp" -> options.add(Option.SLURP);
                default -> {
                    if (word.startsWith("-")) {
                        addLetters(word, options);
                    } else {
                        plain.add(word);
                    }
                }
            }
        }
        String program = plain.isEmpty() ? "." : plain.removeFirst();
        return new Arguments(options, program, List.copyOf(plain), named);
    }

    private static JqValue value(String option, String text) {
        if (option.equals("--arg")) {
            return JqString.of(text);
        }
        try {
            return JsonText.parseOne(text);
        } catch (JqError e) {
            throw new IllegalArgumentException("invalid JSON text passed to --argjson: " + e.getMessage(), e);
        }
    }

    private static void addLetters(String word, Set<Option> options) {
        String letters = word.substring(1);
        for (Option option : Option.values()) {
            if (letters.indexOf(option.letter) >= 0) {
                options.add(option);
                letters = letters.replace(String.valueOf(option.letter), "");
            }
        }
        if (!letters.isEmpty() || word.length() == 1) {
            throw new IllegalArgumentException(
                    "Unknown option " + word + "; there are -r, -c, -n, -s, --arg and --argjson");
        }
    }

    boolean has(Option option) {
        return options.contains(option);
    }
}
