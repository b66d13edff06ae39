package io.sluice.simulation.own;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Rules of retention as an oracle applies them: to one record, by its own times. Not safe for concurrent use.
public final class OwnRetention {
    private static final long DAY_MILLIS = 86_400_000;

    private final Optional<Integer> others;
    private final Map<String, Integer> rules = new TreeMap<>();

    /// @param others days that what no rule is for stays; empty: for good
    public OwnRetention(Optional<Integer> others) {
        this.others = others;
    }

    /// From now on, records of a key value stay that many days.
    public void set(String key, String value, int days) {
        rules.put(rule(key, value), days);
    }

    public void forget(String key, String value) {
        rules.remove(rule(key, value));
    }

    private static String rule(String key, String value) {
        return key + "=" + value;
    }

    /// The days that a record stays: those of the longest of its rules, or else the default; empty: it stays.
    public Optional<Integer> days(Map<String, String> values) {
        int longest = 0;
        for (Map.Entry<String, String> value : values.entrySet()) {
            longest = Math.max(longest, rules.getOrDefault(rule(value.getKey(), value.getValue()), 0));
        }
        return longest > 0 ? Optional.of(longest) : others;
    }

    /// Tests whether everything that is told of a record's time is as long ago as it is to stay.
    ///
    /// @param times at least one
    public boolean isPast(Map<String, String> values, List<Instant> times, Instant now) {
        return days(values).filter(days -> times.stream()
                .allMatch(time -> time.toEpochMilli() + days * DAY_MILLIS <= now.toEpochMilli())).isPresent();
    }

    @Override
    public String toString() {
        return rules + ", others " + others.map(days -> days + " days").orElse("for good");
    }
}
