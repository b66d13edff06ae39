package io.sluice.local.plan;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The rate of a stream, as a user says it.
public sealed interface Rate {
    /// Source records a second.
    record Records(double perSecond) implements Rate {}

    /// Bytes of source records a second.
    record Bytes(double perSecond) implements Rate {}

    /// @param text `500/s` or `500` (records a second), `2MB/s` or `2 MiB` (bytes a second; B, kB, MB, GB, KiB, MiB,
    ///     GiB)
    /// @throws IllegalArgumentException when it is neither, or not more than 0
    static Rate parse(String text) {
        Matcher matcher = Syntax.RATE.matcher(text.strip());
        if (!matcher.matches()) {
            throw refused(text);
        }
        double number = Double.parseDouble(matcher.group(1));
        if (!(number > 0) || Double.isInfinite(number)) {
            throw refused(text);
        }
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        if (unit.isEmpty()) {
            return new Records(number);
        }
        Double factor = Syntax.UNITS.get(unit);
        if (factor == null) {
            throw refused(text);
        }
        return new Bytes(number * factor);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is no rate: say records a second, as 500/s, or bytes a second, "
                        + "as 2MB/s");
    }

    /// The syntax of rates.
    final class Syntax {
        private static final Pattern RATE = Pattern
                .compile("(\\d+(?:\\.\\d+)?(?:[eE]\\d{1,2})?)\\s*([a-zA-Z]*)(?:/s)?");
        private static final Map<String, Double> UNITS = Map.of("b", 1.0, "kb", 1e3, "mb", 1e6, "gb", 1e9, "kib",
                1024.0, "mib", 1024.0 * 1024, "gib", 1024.0 * 1024 * 1024);

        private Syntax() {}
    }
}
