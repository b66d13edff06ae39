package io.sluice.layout;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Date fields read from a path, of one time zone. Immutable.
///
/// @param fields  what the segments told, year of era as year
/// @param consistent false when two segments contradict each other, or one does not parse
record DateFields(Map<ChronoField, Long> fields, boolean consistent) {
    /// The fields that are read; a pattern's other fields tell no date.
    static final List<ChronoField> KNOWN = List.of(ChronoField.YEAR, ChronoField.YEAR_OF_ERA,
            ChronoField.MONTH_OF_YEAR, ChronoField.DAY_OF_MONTH, ChronoField.DAY_OF_YEAR, ChronoField.HOUR_OF_DAY,
            ChronoField.MINUTE_OF_HOUR, ChronoField.SECOND_OF_MINUTE);

    static final DateFields NONE = new DateFields(Map.of(), true);
    static final DateFields UNREADABLE = new DateFields(Map.of(), false);

    DateFields {
        fields = Map.copyOf(fields);
    }

    DateFields and(Map<ChronoField, Long> more) {
        Map<ChronoField, Long> all = new EnumMap<>(ChronoField.class);
        all.putAll(fields);
        boolean agrees = consistent;
        for (Map.Entry<ChronoField, Long> each : more.entrySet()) {
            ChronoField field = each.getKey() == ChronoField.YEAR_OF_ERA ? ChronoField.YEAR : each.getKey();
            Long before = all.put(field, each.getValue());
            agrees &= before == null || before.equals(each.getValue());
        }
        return new DateFields(all, agrees);
    }

    /// The interval that the fields name: a year when there is no more than a year, down to a second; empty without a
    /// year.
    ///
    /// @throws DateTimeException when there is no such date
    Optional<PathTime.Between> between(ZoneId zone) {
        if (!fields.containsKey(ChronoField.YEAR)) {
            return Optional.empty();
        }
        LocalDateTime start = LocalDate.of(value(ChronoField.YEAR), 1, 1).atStartOfDay();
        ChronoUnit unit = ChronoUnit.YEARS;
        if (fields.containsKey(ChronoField.DAY_OF_YEAR)) {
            start = LocalDate.ofYearDay(value(ChronoField.YEAR), value(ChronoField.DAY_OF_YEAR)).atStartOfDay();
            unit = ChronoUnit.DAYS;
        } else if (fields.containsKey(ChronoField.MONTH_OF_YEAR)) {
            start = start.withMonth(value(ChronoField.MONTH_OF_YEAR));
            unit = ChronoUnit.MONTHS;
            if (fields.containsKey(ChronoField.DAY_OF_MONTH)) {
                start = start.withDayOfMonth(value(ChronoField.DAY_OF_MONTH));
                unit = ChronoUnit.DAYS;
            }
        }
        return Optional.of(unit == ChronoUnit.DAYS ? withinDay(start, zone) : interval(start, unit, zone));
    }

    private PathTime.Between withinDay(LocalDateTime day, ZoneId zone) {
        LocalDateTime start = day;
        ChronoUnit unit = ChronoUnit.DAYS;
        if (fields.containsKey(ChronoField.HOUR_OF_DAY)) {
            start = start.withHour(value(ChronoField.HOUR_OF_DAY));
            unit = ChronoUnit.HOURS;
            if (fields.containsKey(ChronoField.MINUTE_OF_HOUR)) {
                start = start.withMinute(value(ChronoField.MINUTE_OF_HOUR));
                unit = ChronoUnit.MINUTES;
                if (fields.containsKey(ChronoField.SECOND_OF_MINUTE)) {
                    start = start.withSecond(value(ChronoField.SECOND_OF_MINUTE));
                    unit = ChronoUnit.SECONDS;
                }
            }
        }
        return interval(start, unit, zone);
    }

    /// The interval of a unit from `start`; where a clock is put back an hour has two instants of one name, and the
    /// interval has both. It ends with its last moment, and not with the next interval, which may begin twice.
    private static PathTime.Between interval(LocalDateTime start, ChronoUnit unit, ZoneId zone) {
        return new PathTime.Between(start.atZone(zone).withEarlierOffsetAtOverlap().toInstant(),
                start.plus(1, unit).minusNanos(1).atZone(zone).withLaterOffsetAtOverlap().toInstant().plusNanos(1));
    }

    private int value(ChronoField field) {
        return Math.toIntExact(fields.getOrDefault(field, 0L));
    }
}
