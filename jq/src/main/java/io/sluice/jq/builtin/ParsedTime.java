package io.sluice.jq.builtin;

import io.sluice.jq.value.JqStop;

/// The parts that `strptime` has met, and the rules by which glibc and jq fill in weekday and day of the year.
final class ParsedTime {
    private static final int BASE_YEAR = 1900;
    private static final int NO_WEEKDAY = 8;
    private static final int NO_YEARDAY = 367;

    private long year = BASE_YEAR;
    private int month;
    private int day;
    private int hour;
    private int minute;
    private int second;
    private int weekday = NO_WEEKDAY;
    private int yearday = NO_YEARDAY;
    private int century = -1;
    private int week;
    private boolean usesCentury;
    private boolean hasMonth;
    private boolean hasDay;
    private boolean hasWeekday;
    private boolean hasYearday;
    private boolean hasHour12;
    private boolean afternoon;
    private boolean wantsDays;
    private boolean hasWeekFromSunday;
    private boolean hasWeekFromMonday;

    void year(int year) {
        this.year = year;
        usesCentury = false;
        wantsDays = true;
    }

    void yearOfCentury(int value) {
        year = (long) BASE_YEAR + (value >= 69 ? value : value + 100);
        usesCentury = true;
        wantsDays = true;
    }

    void century(int century) {
        this.century = century;
        wantsDays = true;
    }

    void month(int month) {
        this.month = month;
        hasMonth = true;
        wantsDays = true;
    }

    void day(int day) {
        this.day = day;
        hasDay = true;
        wantsDays = true;
    }

    void hour(int hour) {
        this.hour = hour;
        hasHour12 = false;
    }

    void hour12(int hour) {
        this.hour = hour % 12;
        hasHour12 = true;
    }

    void afternoon(boolean afternoon) {
        this.afternoon = afternoon;
    }

    void minute(int minute) {
        this.minute = minute;
    }

    void second(int second) {
        this.second = second;
    }

    void weekday(int weekday) {
        this.weekday = weekday;
        hasWeekday = true;
    }

    void yearday(int yearday) {
        this.yearday = yearday;
        hasYearday = true;
    }

    void weekFromSunday(int week) {
        this.week = week;
        hasWeekFromSunday = true;
    }

    void weekFromMonday(int week) {
        this.week = week;
        hasWeekFromMonday = true;
    }

    void all(BrokenTime time) {
        year = time.year();
        month = time.month();
        day = time.day();
        hour = time.hour();
        minute = time.minute();
        second = time.second();
        weekday = time.weekday();
        yearday = time.yearday();
    }

    BrokenTime complete() {
        if (hasHour12 && afternoon) {
            hour += 12;
        }
        if (century >= 0) {
            year = century * 100L + (usesCentury ? (year - BASE_YEAR) % 100 : 0);
        }
        if (wantsDays && !hasWeekday) {
            if (!(hasMonth && hasDay) && hasYearday) {
                monthAndDayFromYearday();
                hasMonth = true;
                hasDay = true;
            }
            weekday = weekdayOf(month, day);
        }
        if (wantsDays && !hasYearday) {
            yearday = (int) (BrokenTime.epochDay(year, month, day) - BrokenTime.epochDay(year, 0, 1));
        }
        if ((hasWeekFromSunday || hasWeekFromMonday) && hasWeekday) {
            fromWeek();
        }
        return new BrokenTime(year, month, day, hour, minute, second, weekday, yearday);
    }

    /// glibc's formula; its divisions round towards zero, which shows in January and February of the year 0.
    private int weekdayOf(int ofMonth, int ofDay) {
        long leapYears = (ofMonth < 2 ? year - 1 : year) / 4;
        int yearday = firstYearday(ofMonth) - (ofMonth > 1 && BrokenTime.isLeap(year) ? 1 : 0) + ofDay - 1;
        long days = 365 * (year - 1970) + leapYears - leapYears / 25 + leapYears / 25 / 4 + yearday;
        return (int) Math.floorMod(days - 473, 7L);
    }

    private void monthAndDayFromYearday() {
        int of = 0;
        while (of < 11 && yearday >= firstYearday(of + 1)) {
            of++;
        }
        if (!hasMonth) {
            month = of;
        }
        if (!hasDay) {
            day = yearday - firstYearday(of) + 1;
        }
    }

    private int firstYearday(int ofMonth) {
        return (int) (BrokenTime.epochDay(year, ofMonth, 1) - BrokenTime.epochDay(year, 0, 1));
    }

    private void fromWeek() {
        int firstWeekday = weekdayOf(0, 1);
        int offset = hasWeekFromSunday ? 0 : 1;
        if (!hasYearday) {
            yearday = (7 - (firstWeekday - offset)) % 7 + (week - 1) * 7 + (weekday - offset + 7) % 7;
        }
        if (!hasDay || !hasMonth) {
            if (yearday < 0) {
                throw JqStop.unsupported(
                        "a week before the first day of the year; jq 1.6 reads outside of its tables here");
            }
            monthAndDayFromYearday();
        }
    }
}
