package io.sluice.retention;

import java.time.Duration;
import java.time.Instant;

/// The number of days that the objects of one key value stay.
///
/// @param days 1 to 36,500
public record RetentionRule(KeyValue of, int days) {
    /// A hundred years: longer than any default, to exempt a key value from it.
    static final int DAYS_MAX = 36_500;

    /// @throws RetentionException when the number of days is out of range
    public RetentionRule {
        if (days < 1 || days > DAYS_MAX) {
            throw new RetentionException("a rule's days are 1 to " + DAYS_MAX + ", not " + days + "; to remove all of "
                    + of + " now, erase it");
        }
    }

    /// The cutoff: what ended at or before it has stayed long enough.
    Instant cutoff(Instant now) {
        return cutoff(days, now);
    }

    /// Days of 24 hours: a time zone moves no cutoff.
    static Instant cutoff(int days, Instant now) {
        return now.minus(Duration.ofDays(days));
    }
}
