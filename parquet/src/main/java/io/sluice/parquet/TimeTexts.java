package io.sluice.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;

/// Dates and times as text, with as many digits of a second as it takes.
final class TimeTexts {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /// 1970-01-01 as `INT96` counts days.
    private static final long JULIAN_EPOCH = 2_440_588;
    private static final DateTimeFormatter TIME = withFraction("HH:mm:ss");
    private static final DateTimeFormatter DATE_TIME = withFraction("uuuu-MM-dd HH:mm:ss");

    private TimeTexts() {}

    private static DateTimeFormatter withFraction(String pattern) {
        return new DateTimeFormatterBuilder().appendPattern(pattern)
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                .toFormatter(Locale.ROOT);
    }

    static String date(int epochDays) {
        return LocalDate.ofEpochDay(epochDays).toString();
    }

    static String time(long value, TimeUnit unit) {
        return TIME.format(LocalTime.ofNanoOfDay(value * (NANOS_PER_SECOND / perSecond(unit))));
    }

    static String timestamp(long value, TimestampLogicalTypeAnnotation type) {
        long perSecond = perSecond(type.getUnit());
        long seconds = Math.floorDiv(value, perSecond);
        int nanos = (int) (Math.floorMod(value, perSecond) * (NANOS_PER_SECOND / perSecond));
        return type.isAdjustedToUTC()
                ? Instant.ofEpochSecond(seconds, nanos).toString()
                : DATE_TIME.format(LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC));
    }

    /// A timestamp of older writers: nanoseconds of the day, then the day, as UTC.
    static String int96(ByteBuffer value) {
        ByteBuffer fields = value.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        long nanos = fields.getLong();
        long days = Integer.toUnsignedLong(fields.getInt()) - JULIAN_EPOCH;
        return Instant.ofEpochSecond(days * 86_400, nanos).toString();
    }

    private static long perSecond(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000;
            case MICROS -> 1_000_000;
            case NANOS -> NANOS_PER_SECOND;
        };
    }
}
