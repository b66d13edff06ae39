package io.sluice.simulation.lake;

import io.sluice.retention.KeyValue;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionRules;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
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
    private List<RetentionRule> rules = List.of();

    /// @param days the stream's default
    Due(Optional<Integer> days, Instant now) {
        this.days = days;
        this.now = now;
    }

    /// Rules whose reader is held to what he reads.
    ///
    /// @param kept what he ought to read
    RetentionRules reading(RetentionRules store, RetentionRules kept) {
        return new RetentionRules() {
            @Override
            public List<RetentionRule> all() {
                List<RetentionRule> read = store.all();
                rules = kept.all();
                return read;
            }

            @Override
            public void set(RetentionRule rule) {
                store.set(rule);
            }

            @Override
            public boolean remove(KeyValue of) {
                return store.remove(of);
            }
        };
    }

    /// Whether the object's day was over long enough ago.
    boolean isDue(String object) {
        Matcher key = KEY.matcher(object);
        if (!key.matches()) {
            return false;
        }
        Instant end = LocalDate.parse(key.group(2)).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()
                .plus(FILED_BEFORE);
        return days(key.group(1)).filter(number -> !end.isAfter(now.minus(Duration.ofDays(number))))
                .isPresent();
    }

    /// Whether a record of that key value is to be kept, by its own arrival and whatever object it is in.
    boolean keeps(String value, Instant arrival) {
        return days(value).filter(number -> !arrival.isAfter(now.minus(Duration.ofDays(number)))).isEmpty();
    }

    private Optional<Integer> days(String value) {
        return rules.stream().filter(rule -> rule.of().equals(new KeyValue("k", value))).map(RetentionRule::days)
                .findFirst().or(() -> days);
    }

    @Override
    public String toString() {
        return "at " + now + " by " + rules + ", by default " + days;
    }
}
