package io.sluice.simulation.lake;

import io.sluice.simulation.own.OwnRetention;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What one retention run may remove; worked out here, not by the code under test.
final class Due {
    private static final Pattern KEY = Pattern.compile("(?:c0|large)/k=([^/]*)/dt=(\\d{4}-\\d{2}-\\d{2})/[^/]+");

    /// So much later than its path's day may a record have arrived, of whatever stream.
    private static final Duration FILED_BEFORE = Duration.ofSeconds(1_350);

    private final Optional<Integer> days;
    private final Instant now;
    private OwnRetention rules;

    /// @param days the stream's default
    Due(Optional<Integer> days, Instant now) {
        this.days = days;
        this.now = now;
        this.rules = new OwnRetention(days);
    }

    /// The run has read its rules.
    ///
    /// @param kept value of `k` → days, what it ought to read
    void reads(Map<String, Integer> kept) {
        rules = new OwnRetention(days);
        kept.forEach((value, number) -> rules.set("k", value, number));
    }

    /// Whether the object's day was over long enough ago.
    boolean isDue(String object) {
        Matcher key = KEY.matcher(object);
        if (!key.matches()) {
            return false;
        }
        Instant end = LocalDate.parse(key.group(2)).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()
                .plus(FILED_BEFORE);
        return isPast(key.group(1), end);
    }

    /// Whether a record of that key value is to be kept, by its own arrival and whatever object it is in.
    boolean keeps(String value, Instant arrival) {
        return !isPast(value, arrival);
    }

    private boolean isPast(String value, Instant time) {
        return rules.isPast(Map.of("k", value), List.of(time), now);
    }

    @Override
    public String toString() {
        return "at " + now + " by " + rules;
    }
}
