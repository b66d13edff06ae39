package io.sluice.layout;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// The partitioning keys that are named like a field of a date.
final class DateFieldKeys {
    private DateFieldKeys() {}

    /// Their values on a day, by key.
    ///
    /// @param keys those of a prefix
    static Map<String, String> values(Collection<String> keys, LocalDate day) {
        Map<String, String> values = new HashMap<>();
        for (String key : keys) {
            switch (key.toLowerCase(Locale.ROOT)) {
                case "year", "yyyy", "y" -> values.put(key, day.toString().substring(0, 4));
                case "month", "mm", "m" -> values.put(key, day.toString().substring(5, 7));
                case "day", "dd", "d" -> values.put(key, day.toString().substring(8, 10));
                default -> {
                }
            }
        }
        return values;
    }
}
