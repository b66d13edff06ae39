package io.sluice.layout;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A prefix as it is evaluated on a known day, with known values: shows in which folders the day and a key's value
/// stand.
public final class PrefixSample {
    private static final LocalDate DAY = LocalDate.of(2001, 2, 3);
    private static final String VALUE = "sluice-sample";
    private static final Pattern NAMED_VALUE = Pattern.compile("(?:^|/)([^/=]+)=" + VALUE + "/");

    private final PrefixExpression prefix;
    private final ZoneId zone;

    /// @param zone of `timestamp` expressions
    public PrefixSample(PrefixExpression prefix, ZoneId zone) {
        this.prefix = prefix;
        this.zone = zone;
    }

    /// The position of the day that a `timestamp` gives, or keys that are named like its fields.
    public Optional<DayOfKey> day() {
        return dayWith(Map.of()).or(() -> dayWith(DateFieldKeys.values(prefix.keys(), DAY)));
    }

    /// The position of the day if the values of `key` are days.
    public Optional<DayOfKey> dayOf(String key) {
        return dayWith(Map.of(key, DAY.toString()));
    }

    /// The name of the folder that holds a key's value; empty when it has none, or the prefix has no such key.
    public Optional<String> folderOf(String key) {
        Matcher named = NAMED_VALUE.matcher(evaluated(Map.of(key, VALUE)));
        return named.find() ? Optional.of(named.group(1)) : Optional.empty();
    }

    private Optional<DayOfKey> dayWith(Map<String, String> values) {
        return DayOfKey.find(evaluated(values) + "object").filter(found -> found.day().equals(DAY));
    }

    private String evaluated(Map<String, String> values) {
        Map<String, String> all = new HashMap<>();
        prefix.keys().forEach(key -> all.put(key, values.getOrDefault(key, "x")));
        return prefix.bind(all, all, "").evaluate(DAY.atStartOfDay(zone).toInstant(), zone, "");
    }
}
