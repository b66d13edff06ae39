package io.sluice.layout;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The day in an object's key: in its folders, never in its name, which Firehose gives a time of its own.
///
/// | folders | names |
/// |---|---|
/// | `dt=2026-11-01/`, whatever the name before the `=` | `dt` |
/// | `year=2026/month=11/day=01/` | `year`, `month` and `day` |
/// | `2026-11-01/` or `2026/11/01/` | none: the table that reads it has to say |
///
/// @param folders names of the folders that hold the day, in the key's order: one, three or none
/// @param end     characters of the key up to the slash behind them, with it
public record DayOfKey(LocalDate day, List<String> folders, int end) {
    private static final List<Pattern> PATTERNS = List.of(
            Pattern.compile("(?:^|/)(?<name>[^/=]+)=(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})/"),
            Pattern.compile("(?:^|/)(?<name>[^/=]+)=(?<y>\\d{4})/(?<month>[^/=]+)=(?<m>\\d{2})/(?<day>[^/=]+)="
                    + "(?<d>\\d{2})/"),
            Pattern.compile("(?:^|/)(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})/"),
            Pattern.compile("(?:^|/)(?<y>\\d{4})/(?<m>\\d{2})/(?<d>\\d{2})/"));

    public DayOfKey {
        folders = List.copyOf(folders);
    }

    /// The day of `key`; empty when its folders have no date.
    public static Optional<LocalDate> of(String key) {
        return find(key).map(DayOfKey::day);
    }

    /// The day of `key` and where it is; empty when its folders have no date.
    public static Optional<DayOfKey> find(String key) {
        for (Pattern pattern : PATTERNS) {
            Matcher matcher = pattern.matcher(key);
            while (matcher.find()) {
                Optional<LocalDate> day = day(matcher);
                if (day.isPresent()) {
                    return Optional.of(new DayOfKey(day.get(), folders(matcher), matcher.end()));
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

    private static List<String> folders(Matcher matcher) {
        return Stream.of("name", "month", "day").filter(matcher.namedGroups()::containsKey).map(matcher::group)
                .toList();
    }
}
