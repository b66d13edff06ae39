package io.sluice.tables;

import io.sluice.layout.DateField;
import io.sluice.layout.DateUnit;
import io.sluice.layout.TimeRun;
import java.util.Optional;

/// Checks what is configured about a column of Type date.
final class DatedKeys {
    private DatedKeys() {}

    /// Returns why a column cannot be projected as `wanted`, as a message.
    ///
    /// @param known the fields that the path itself shows, when it does
    static Optional<String> fault(KeyProjection.Dated wanted, Optional<TimeRun> known) {
        Optional<TimeRun> run = known.or(() -> wanted.format().flatMap(TimeRun::ofPattern));
        if (run.isEmpty()) {
            return Optional.of(wanted.format()
                    .map(format -> "\"" + format + "\" is no date format that can be projected;"
                            + " its fields are yyyy, MM, dd, HH, mm and ss, and it begins and ends with one")
                    .orElse("a date needs its Format, as yyyy-MM-dd"));
        }
        String format = run.get().format();
        Optional<DateField> finest = run.get().finestOfDate();
        if (finest.isEmpty()) {
            return Optional.of(format
                    + " is no whole date: it needs the year and each field down to its finest, and zeros"
                    + " before short numbers that others follow; use Type " + (known.isPresent() ? "integer or " : "")
                    + "injected");
        }
        return formatFault(wanted, known, format).or(() -> stepFault(wanted, known, format, finest.get().unit()))
                .or(() -> wanted.range().flatMap(range -> DateRanges.fault(range, format)));
    }

    private static Optional<String> formatFault(KeyProjection.Dated wanted, Optional<TimeRun> known, String format) {
        boolean same = wanted.format().flatMap(TimeRun::ofPattern).map(run -> run.format().equals(format))
                .orElse(false);
        return known.isEmpty() || wanted.format().isEmpty() || same
                ? Optional.empty()
                : Optional.of("the path has the format " + format + ", not " + wanted.format().get()
                        + "; leave Format out");
    }

    private static Optional<String> stepFault(KeyProjection.Dated wanted, Optional<TimeRun> known, String format,
            DateUnit finest) {
        DateUnit unit = wanted.unit().orElse(finest);
        if (unit.compareTo(finest) > 0) {
            return Optional.of("steps of " + unit + " would give each value of " + format + " several times; its finest"
                    + " unit is " + finest);
        }
        boolean skips = unit != finest || wanted.interval().orElse(1) != 1;
        return known.isPresent() && skips
                ? Optional.of(
                        "the path has a folder for each of the " + finest + "; larger steps would leave folders out;"
                                + " leave out Interval and IntervalUnit")
                : Optional.empty();
    }
}
