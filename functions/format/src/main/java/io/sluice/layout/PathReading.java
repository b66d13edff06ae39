package io.sluice.layout;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The values and dates read from a path so far. Immutable.
///
/// @param values key → value, decoded
/// @param local  dates of `timestamp` expressions, in the stream's time zone
/// @param utc    dates of key values, which jq's `strftime` formats in UTC
record PathReading(Map<String, String> values, DateFields local, DateFields utc) {
    static final PathReading NONE = new PathReading(Map.of(), DateFields.NONE, DateFields.NONE);

    PathReading {
        values = Map.copyOf(values);
    }

    PathReading withValue(String key, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(key, value);
        return new PathReading(more, local, utc);
    }

    PathReading withLocal(DateFields fields) {
        return new PathReading(values, fields, utc);
    }

    PathReading withUtc(DateFields fields) {
        return new PathReading(values, local, fields);
    }

    PathTime time(ZoneId zone) {
        if (!local.consistent() || !utc.consistent()) {
            return new PathTime.Unreadable();
        }
        try {
            Optional<PathTime.Between> arrival = local.between(zone).map(PathReading::filed);
            Optional<PathTime.Between> data = utc.between(CustomTimeZone.UTC);
            if (arrival.isPresent() && data.isPresent()) {
                return arrival.get().and(data.get());
            }
            return arrival.or(() -> data).<PathTime>map(known -> known).orElseGet(PathTime.None::new);
        } catch (DateTimeException | ArithmeticException e) {
            return new PathTime.Unreadable();
        }
    }

    /// The time of all that may be filed there, some of it after the path's own.
    private static PathTime.Between filed(PathTime.Between path) {
        return new PathTime.Between(path.from(), path.to().plus(Filing.TOLERANCE_MAX));
    }
}
