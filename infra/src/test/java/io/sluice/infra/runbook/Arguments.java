package io.sluice.infra.runbook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words of one command. Whoever carries it out takes the options that it knows; what is left in the end is
/// something that it does not do, and fails the test.
final class Arguments {
    private final List<String> left;
    private final String whole;

    Arguments(List<String> words) {
        this.left = new ArrayList<>(words);
        this.whole = String.join(" ", words);
    }

    /// What a stand-in does not know how to do. No command may go on after it.
    static final class Unknown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unknown(String message) {
            super(message);
        }
    }

    /// The next word that is no option.
    String next() {
        if (left.isEmpty() || left.getFirst().startsWith("-")) {
            throw new Unknown("a word is missing, or an option is in its place: " + whole);
        }
        return left.removeFirst();
    }

    /// All words that are left and no options.
    List<String> rest() {
        var words = left.stream().filter(word -> !word.startsWith("--")).toList();
        left.removeAll(words);
        return words;
    }

    Optional<String> value(String option) {
        int at = left.indexOf(option);
        if (at < 0) {
            return Optional.empty();
        }
        if (at + 1 == left.size() || left.get(at + 1).startsWith("--")) {
            throw new Unknown(option + " has no value: " + whole);
        }
        left.remove(at);
        return Optional.of(left.remove(at));
    }

    String required(String option) {
        return value(option).orElseThrow(() -> new Unknown("the following arguments are required: " + option + ": "
                + whole));
    }

    /// The words after `option`, up to the next option.
    List<String> values(String option) {
        int at = left.indexOf(option);
        var values = new ArrayList<String>();
        if (at >= 0) {
            left.remove(at);
            while (at < left.size() && !left.get(at).startsWith("--")) {
                values.add(left.remove(at));
            }
        }
        return values;
    }

    boolean flag(String option) {
        return left.remove(option);
    }

    /// To be called when everything that is known was taken.
    void end() {
        if (!left.isEmpty()) {
            throw new Unknown("the stand-in does not know " + left + " of: " + whole);
        }
    }

    @Override
    public String toString() {
        return whole;
    }
}
