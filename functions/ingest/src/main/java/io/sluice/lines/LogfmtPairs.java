package io.sluice.lines;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The pairs of a line of logfmt. For one thread.
final class LogfmtPairs {
    private final String line;
    private final Set<String> keys = new HashSet<>();
    private boolean valued;
    private int at;

    LogfmtPairs(String line) {
        this.line = line;
    }

    /// Takes pairs.
    interface Sink {
        /// @param value empty: there is none
        void pair(String key, Optional<String> value) throws IOException;
    }

    /// @return what is wrong with the line, and where; empty when nothing is
    Optional<String> read(Sink sink) throws IOException {
        while (skipBlanks()) {
            int start = at;
            while (at < line.length() && line.charAt(at) > ' ' && line.charAt(at) != '=' && line.charAt(at) != '"') {
                at++;
            }
            String key = line.substring(start, at);
            if (key.isEmpty() || (at < line.length() && line.charAt(at) == '"')) {
                return Optional.of("there is no key at character " + start);
            }
            if (!keys.add(key)) {
                return Optional.of("the key at character " + start + " is there twice");
            }
            Optional<String> value = Optional.empty();
            if (at < line.length() && line.charAt(at) == '=') {
                at++;
                valued = true;
                value = value();
                if (value.isEmpty()) {
                    return Optional.of("the value of the key at character " + start + " is not closed");
                }
            }
            sink.pair(key, value);
        }
        return valued ? Optional.empty() : Optional.of("no key has a value");
    }

    /// A line feed is none: what follows it is another record's.
    private boolean skipBlanks() {
        while (at < line.length() && line.charAt(at) <= ' ' && line.charAt(at) != '\n') {
            at++;
        }
        return at < line.length();
    }

    private Optional<String> value() {
        if (at < line.length() && line.charAt(at) == '"') {
            return quoted();
        }
        int start = at;
        while (at < line.length() && line.charAt(at) > ' ') {
            at++;
        }
        return Optional.of(line.substring(start, at));
    }

    private Optional<String> quoted() {
        StringBuilder text = new StringBuilder();
        for (at++; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"') {
                at++;
                return at == line.length() || line.charAt(at) <= ' ' ? Optional.of(text.toString()) : Optional.empty();
            }
            if (c == '\\' && at + 1 < line.length()) {
                at++;
                text.append(escaped(line.charAt(at)));
            } else {
                text.append(c);
            }
        }
        return Optional.empty();
    }

    /// What an escape stands for; one that is not known stays as it is.
    private static String escaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case '"', '\\' -> String.valueOf(c);
            default -> "\\" + c;
        };
    }
}
