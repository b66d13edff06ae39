package io.sluice.jq;

import io.sluice.jq.Arguments.Option;
import io.sluice.jq.json.JqInputText;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Utf8;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Takes the words of a command apart as jq 1.6 does: options anywhere, the first other word is the program, and what
/// comes after it is files, or texts after `--args`, or JSON after `--jsonargs`.
final class ArgumentParser {
    private static final int SPACES = 2;
    private static final int SPACES_MAX = 7;

    private enum Rest {
        FILES, TEXTS, JSON
    }

    private final Deque<String> words;
    private final NamedFiles named;
    private final Set<Option> options = EnumSet.noneOf(Option.class);
    private final List<String> files = new ArrayList<>();
    private final Map<String, JqValue> constants = new LinkedHashMap<>();
    private final List<JqValue> positional = new ArrayList<>();
    private final List<String> programs = new ArrayList<>();
    private Rest rest = Rest.FILES;
    private int indent = SPACES;

    ArgumentParser(List<String> words, NamedFiles named) {
        this.words = new ArrayDeque<>(words);
        this.named = named;
    }

    Arguments parse() {
        boolean over = false;
        while (!words.isEmpty()) {
            String word = words.removeFirst();
            if (!over && word.equals("--")) {
                if (programs.isEmpty()) {
                    throw new IllegalArgumentException("-- stands before the program; name the program first");
                }
                over = true;
            } else if (over || !isOption(word)) {
                addPlain(word);
            } else {
                addOption(word);
            }
        }
        return new Arguments(options, indent, program(), files, constants, positional);
    }

    /// With `-f` the first plain word is no program but the file that has it.
    private String program() {
        if (!options.contains(Option.FROM_FILE)) {
            return programs.isEmpty() ? "." : programs.getFirst();
        }
        if (programs.isEmpty()) {
            throw new IllegalArgumentException("-f needs the name of a file with a program");
        }
        byte[] text = read(programs.getFirst(), "");
        return Utf8.text(text, 0, text.length);
    }

    /// As jq 1.6 tells options: `-1` is a program.
    static boolean isOption(String word) {
        return word.length() > 1 && word.charAt(0) == '-'
                && (word.charAt(1) == '-' || Character.isLetter(word.charAt(1)));
    }

    private void addPlain(String word) {
        if (programs.isEmpty()) {
            programs.add(word);
            return;
        }
        switch (rest) {
            case FILES -> files.add(word);
            case TEXTS -> positional.add(Arguments.text(word));
            case JSON -> positional.add(Arguments.json("--jsonargs", word));
        }
    }

    private void addOption(String word) {
        switch (word) {
            case "--arg" -> constant(word, Arguments::text);
            case "--argjson" -> constant(word, text -> Arguments.json("--argjson", text));
            case "--rawfile" -> constant(word, file -> {
                byte[] text = read(file, word);
                return Arguments.text(Utf8.text(text, 0, text.length));
            });
            case "--slurpfile" -> constant(word, this::values);
            case "--args" -> rest = Rest.TEXTS;
            case "--jsonargs" -> rest = Rest.JSON;
            case "--tab" -> indent = -1;
            case "--indent" -> indent = indent(value(word, "one parameter"));
            default -> addLetters(word);
        }
    }

    private void addLetters(String word) {
        Set<Option> more = Arguments.named(word);
        if (more.isEmpty()) {
            throw new IllegalArgumentException("Unknown option " + word + "; there are -r -j -c -n -s -e -R -S -a -M"
                    + " -f FILE, --tab, --indent N, --arg, --argjson, --slurpfile, --rawfile, --args and --jsonargs");
        }
        if (more.contains(Option.COMPACT_OUTPUT)) {
            indent = 0;
        }
        options.addAll(more);
    }

    private String value(String option, String takes) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException(option + " takes " + takes);
        }
        return words.removeFirst();
    }

    /// Makes a constant of the text after a name.
    private interface Reading {
        JqValue value(String text);
    }

    private void constant(String option, Reading reading) {
        String takes = option.endsWith("file") ? "a name and a file" : "a name and a value";
        String name = value(option, takes);
        String text = value(option, takes);
        if (!constants.containsKey(name)) {
            constants.put(name, reading.value(text));
        }
    }

    private JqValue values(String file) {
        List<JqValue> values = new ArrayList<>();
        try {
            var text = new JqInputText(read(file, "--slurpfile"));
            for (JqValue value = text.next(); value != null; value = text.next()) {
                values.add(value);
            }
            if (!text.isExhausted()) {
                throw new IllegalArgumentException("--slurpfile " + file + " has a record separator, U+001E, with"
                        + " which jq 1.6 drops what follows it; take it out of the file");
            }
        } catch (JqError e) {
            throw new IllegalArgumentException("Bad JSON in --slurpfile " + file + ": " + e.getMessage(), e);
        }
        return JqArray.of(values);
    }

    private byte[] read(String file, String option) {
        try {
            return named.read(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    (option.isEmpty() ? "" : option + ": ") + "Could not open " + file + ": " + e, e);
        }
    }

    private static int indent(String text) {
        try {
            int spaces = Integer.parseInt(text);
            if (spaces >= -1 && spaces <= SPACES_MAX) {
                return spaces;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--indent takes a number, not " + text, e);
        }
        throw new IllegalArgumentException("--indent takes a number between -1 and " + SPACES_MAX + ", not " + text);
    }
}
