package io.sluice.layout;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells the day of an object's path as a table over it does: by the values of certain folders, or by the first date in
/// it. [DayOfKey] finds out where a day stands; this keeps to one place.
///
/// @param folders as [DayOfKey#folders]: names of the folders that hold the day, one, three or none
public record PathDay(List<String> folders) {
    private static final Pattern FIRST = Pattern.compile("\\d{4}[-/]\\d{2}[-/]\\d{2}");

    public PathDay {
        folders = List.copyOf(folders);
    }

    /// The day of `key`; empty when there is none in its place.
    public Optional<LocalDate> of(String key) {
        String path = key.substring(0, key.lastIndexOf('/') + 1);
        if (folders.isEmpty()) {
            Matcher first = FIRST.matcher(path);
            return first.find() ? parse(first.group().replace('/', '-')) : Optional.empty();
        }
        StringBuilder day = new StringBuilder();
        for (String folder : folders) {
            Optional<String> value = value(path, folder);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            day.append(day.isEmpty() ? "" : "-").append(value.get());
        }
        return parse(day.toString());
    }

    private static Optional<String> value(String path, String folder) {
        for (String segment : path.split("/", -1)) {
            if (segment.startsWith(folder + "=")) {
                return Optional.of(segment.substring(folder.length() + 1));
            }
        }
        return Optional.empty();
    }

    private static Optional<LocalDate> parse(String day) {
        try {
            return Optional.of(LocalDate.parse(day));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
