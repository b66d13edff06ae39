package io.sluice.repartition;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the day in an object's key: in its folders, never in its name, which Firehose gives a time of its own.
///
/// | folders | day column |
/// |---|---|
/// | `dt=2026-11-01/`, whatever the name before the `=` | `dt` |
/// | `year=2026/month=11/day=01/` | `year`, `month` and `day` |
/// | `2026-11-01/` or `2026/11/01/` | none: the table that reads it has to say |
public final class DayOfKey {
    private static final List<Pattern> PATTERNS = List.of(
            Pattern.compile("(?:^|/)(?<name>[^/=]+)=(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})/"),
            Pattern.compile("(?:^|/)(?<name>[^/=]+)=(?<y>\\d{4})/(?<month>[^/=]+)=(?<m>\\d{2})/(?<day>[^/=]+)="
                    + "(?<d>\\d{2})/"),
            Pattern.compile("(?:^|/)(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})/"),
            Pattern.compile("(?:^|/)(?<y>\\d{4})/(?<m>\\d{2})/(?<d>\\d{2})/"));

    private DayOfKey() {}

    /// A day, and the SQL expression that gives it as text `yyyy-MM-dd` in a table over such keys.
    ///
    /// @param column empty where the folders have no names
    public record Found(LocalDate day, Optional<String> column) {}

    /// The day of `key`; empty when its folders have no date.
    public static Optional<LocalDate> of(String key) {
        return find(key).map(Found::day);
    }

    /// The day of `key` and where it is.
    public static Optional<Found> find(String key) {
        for (Pattern pattern : PATTERNS) {
            Matcher matcher = pattern.matcher(key);
            while (matcher.find()) {
                Optional<LocalDate> day = day(matcher);
                if (day.isPresent()) {
                    return Optional.of(new Found(day.get(), column(matcher)));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<LocalDate> day(Matcher matcher) {
        try {
            return Optional.of(LocalDate.of(Integer.parseInt(matcher.group("y")), Integer.parseInt(matcher.group("m")),
                    Integer.parseInt(matcher.group("d"))));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> column(Matcher matcher) {
        var groups = matcher.namedGroups();
        if (groups.containsKey("month")) {
            return Optional.of("%s || '-' || %s || '-' || %s".formatted(SqlText.name(matcher.group("name")),
                    SqlText.name(matcher.group("month")), SqlText.name(matcher.group("day"))));
        }
        return groups.containsKey("name") ? Optional.of(SqlText.name(matcher.group("name"))) : Optional.empty();
    }
}
