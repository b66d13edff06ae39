package io.sluice.docs;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Output as a page shows it: `…` in a line stands for any text, a line of its own `…` for any lines. Blanks at the
/// ends of lines do not count, nor do empty lines at the end.
final class Shown {
    private static final String ANY = "…";

    private Shown() {}

    /// The first line of `shown` that `printed` has not, or what it has beyond; empty: all is as shown.
    static Optional<String> difference(String shown, String printed) {
        List<String> lines = shown.stripTrailing().lines().toList();
        String text = printed.stripTrailing().lines().map(line -> line.stripTrailing() + "\n")
                .collect(Collectors.joining());
        if (pattern(lines).matcher(text).matches()) {
            return Optional.empty();
        }
        for (int i = 1; i <= lines.size(); i++) {
            if (!pattern(lines.subList(0, i)).matcher(text).lookingAt()) {
                return Optional.of("is not printed, or not there: " + lines.get(i - 1));
            }
        }
        return Optional.of("more is printed than is shown");
    }

    private static Pattern pattern(List<String> shown) {
        return Pattern.compile(shown.stream().map(Shown::line).collect(Collectors.joining()));
    }

    private static String line(String shown) {
        if (shown.strip().equals(ANY)) {
            return "(?s:.*\n)?";
        }
        return List.of(shown.stripTrailing().split(ANY, -1)).stream().map(Pattern::quote)
                .collect(Collectors.joining(".*")) + "\n";
    }
}
