package io.sluice.jq.builtin;

/// The ISO 8601 week of a broken-down time, by glibc's rule, which takes weekday and day of the year as they are given.
///
/// @param year the year that the week belongs to
/// @param week 1 to 53
record IsoWeek(long year, int week) {
    private static final int THURSDAY = 4;
    private static final int MONDAY = 1;
    /// A multiple of seven that keeps the dividend positive for days of the year down to -366.
    private static final int SHIFT = 378;

    static IsoWeek of(BrokenTime time) {
        long year = time.year();
        int days = daysIntoWeekYear(time.yearday(), time.weekday());
        if (days < 0) {
            year--;
            days = daysIntoWeekYear(time.yearday() + length(year), time.weekday());
        } else {
            int next = daysIntoWeekYear(time.yearday() - length(year), time.weekday());
            if (next >= 0) {
                year++;
                days = next;
            }
        }
        return new IsoWeek(year, days / 7 + 1);
    }

    private static int daysIntoWeekYear(int yearday, int weekday) {
        return yearday - (yearday - weekday + THURSDAY + SHIFT) % 7 + THURSDAY - MONDAY;
    }

    private static int length(long year) {
        return BrokenTime.isLeap(year) ? 366 : 365;
    }
}
