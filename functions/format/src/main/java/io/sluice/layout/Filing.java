package io.sluice.layout;

import java.time.Duration;
import java.time.ZoneId;

/// The rule by which records share an object, as far as `timestamp` parts of their prefix go.
///
/// An object's path is evaluated for the arrival of its oldest record. Every other record of it lies under the path of
/// its own arrival, or under that of a moment no longer than the tolerance before it. So an object may reach over
/// midnight, as Firehose's do, and no further. (ADR 0050)
///
/// @param zone      the stream's `CustomTimeZone`
/// @param tolerance [#TOLERANCE_MAX] at most
public record Filing(ZoneId zone, Duration tolerance) {
    /// One and a half of Firehose's longest interval: that much later than its path says a record of any stream may
    /// have arrived, whatever was configured when it was delivered.
    public static final Duration TOLERANCE_MAX = Duration.ofSeconds(1_350);

    /// @throws IllegalArgumentException when the tolerance is negative or too long
    public Filing {
        if (tolerance.isNegative() || tolerance.compareTo(TOLERANCE_MAX) > 0) {
            throw new IllegalArgumentException("a tolerance of " + tolerance + ", not of 0 to " + TOLERANCE_MAX);
        }
    }

    /// The rule for records that wait for `interval`: one and a half intervals, within which they are delivered.
    public static Filing of(ZoneId zone, Duration interval) {
        boolean longer = interval.compareTo(TOLERANCE_MAX) > 0;
        Duration wanted = longer ? TOLERANCE_MAX : interval.multipliedBy(3).dividedBy(2);
        return new Filing(zone, wanted.compareTo(TOLERANCE_MAX) > 0 ? TOLERANCE_MAX : wanted);
    }

    /// The path of an object whose oldest record arrived then.
    ///
    /// @param oldestArrival epoch milliseconds
    public FiledPath path(BoundPrefix prefix, long oldestArrival) {
        return new FiledPath(this, prefix, oldestArrival);
    }
}
