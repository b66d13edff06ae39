package io.sluice.jq.builtin;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqNumber;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A point in time in parts, like C's `struct tm` and jq's "broken down time" arrays: nothing is normalised, fields may
/// hold whatever a program put there.
///
/// @param year    as in the calendar (C counts from 1900)
/// @param month   0 to 11
/// @param weekday 0 (Sunday) to 6
/// @param yearday 0 to 365
record BrokenTime(long year, int month, int day, int hour, int minute, int second, int weekday, int yearday) {
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int FIELDS = 8;
    private static final int BASE_YEAR = 1900;

    /// The UTC parts of seconds since 1970, or null when the year does not fit.
    static @Nullable BrokenTime ofEpochSecond(long seconds) {
        long days = Math.floorDiv(seconds, SECONDS_PER_DAY);
        int rest = (int) Math.floorMod(seconds, SECONDS_PER_DAY);
        long[] date = civil(days);
        long year = date[0];
        if (year - 1900 > Integer.MAX_VALUE || year - 1900 < Integer.MIN_VALUE) {
            return null;
        }
        int weekday = (int) Math.floorMod(days + 4, 7L);
        int yearday = (int) (days - epochDay(year, 0, 1));
        return new BrokenTime(year, (int) date[1], (int) date[2], rest / 3600, rest / 60 % 60, rest % 60, weekday,
                yearday);
    }

    /// The parts in jq's array, or null when one is missing or is no number.
    static @Nullable BrokenTime of(JqArray array) {
        int[] fields = new int[FIELDS];
        for (int i = 0; i < FIELDS; i++) {
            if (i >= array.size() || !(array.at(i) instanceof JqNumber(double number))) {
                return null;
            }
            fields[i] = JqNumber.toInt(number);
        }
        int sinceBase = fields[0] - BASE_YEAR; // an int in C: what is too small comes out far in the future
        return new BrokenTime(sinceBase + (long) BASE_YEAR, fields[1], fields[2], fields[3], fields[4], fields[5],
                fields[6], fields[7]);
    }

    BrokenTime atSecond(int newSecond) {
        return newSecond == second
                ? this
                : new BrokenTime(year, month, day, hour, minute, newSecond, weekday, yearday);
    }

    JqArray toArray(double secondWithFraction) {
        return JqArray.of(JqNumber.of((int) year), JqNumber.of(month), JqNumber.of(day), JqNumber.of(hour),
                JqNumber.of(minute), JqNumber.of(secondWithFraction), JqNumber.of(weekday), JqNumber.of(yearday));
    }

    /// Seconds since 1970 of these parts, which need not be in range: month 13 is February of the next year.
    long epochSecond() {
        return epochDay(year, month, day) * SECONDS_PER_DAY + hour * 3600L + minute * 60L + second;
    }

    static boolean isLeap(long year) {
        return Math.floorMod(year, 4L) == 0 && (Math.floorMod(year, 100L) != 0 || Math.floorMod(year, 400L) == 0);
    }

    /// Days since 1970-01-01; month and day need not be in range.
    static long epochDay(long year, long month, long day) {
        long y = year + Math.floorDiv(month, 12L);
        int m = (int) Math.floorMod(month, 12L);
        long cycles = Math.floorDiv(y, 400L);
        int inCycle = (int) Math.floorMod(y, 400L);
        return LocalDate.of(2000 + inCycle, m + 1, 1).toEpochDay() - 146_097 * 5L + cycles * 146_097 + day - 1;
    }

    /// Year, month (from 0) and day of month of a day since 1970-01-01.
    private static long[] civil(long epochDay) {
        long cycles = Math.floorDiv(epochDay, 146_097L);
        LocalDate date = LocalDate.ofEpochDay(Math.floorMod(epochDay, 146_097L));
        return new long[]{date.getYear() + cycles * 400, date.getMonthValue() - 1, date.getDayOfMonth()};
    }
}
