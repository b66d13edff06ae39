package io.sluice.simulation;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Judges paths by a record's own arrival, whichever others it shares an object with. Reads paths by itself.
final class OwnTime {
    /// One and a half of the longest interval of a world's configurations: no longer before its arrival may the hour or
    /// day be over that a record is filed under.
    private static final Duration PROMISED = Duration.ofSeconds(450);
    private static final Pattern TIME = Pattern.compile("/(?:t|dt)=(\\d{4})-(\\d\\d)-(\\d\\d)(?:-(\\d\\d))?/");

    private OwnTime() {}

    /// @throws Violation when the path of a landed record is that of another time
    static void check(Landed landed) {
        Matcher time = TIME.matcher(landed.prefix());
        if (!time.find() || landed.prefix().startsWith(Configuration.ERRORS) || !landed.record().hasArrived()) {
            return;
        }
        boolean hourly = time.group(4) != null;
        long from = LocalDateTime.of(number(time, 1), number(time, 2), number(time, 3), hourly ? number(time, 4) : 0, 0)
                .toEpochSecond(ZoneOffset.UTC) * 1_000;
        long to = from + (hourly ? Duration.ofHours(1) : Duration.ofDays(1)).toMillis();
        long arrival = landed.record().arrival();
        if (arrival < from || arrival >= to + PROMISED.toMillis()) {
            throw new Violation(landed.record() + " landed under " + landed.prefix() + ", which is of another time");
        }
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
