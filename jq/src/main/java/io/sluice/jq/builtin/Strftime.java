package io.sluice.jq.builtin;

import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import java.util.Locale;

/// C's `strftime` as glibc implements it in the C locale, with its flags (`_ - 0 ^ #`), widths and the modifiers `E`
/// and `O`. Conversions that glibc does not know stay as they are written.
final class Strftime {
    private static final String[] WEEKDAYS = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
            "Saturday"};
    private static final String[] MONTHS = {"January", "February", "March", "April", "May", "June", "July", "August",
            "September", "October", "November", "December"};
    private static final int WIDTH_MAX = 10_000;

    private final String format;
    private final BrokenTime time;
    private final boolean allUpper;
    private final StringBuilder out = new StringBuilder();
    private int at;

    // The conversion at hand.
    private int start;
    private char pad;
    private boolean upper;
    private boolean changeCase;
    private int width;
    private char modifier;

    private Strftime(String format, BrokenTime time, boolean allUpper) {
        this.format = format;
        this.time = time;
        this.allUpper = allUpper;
    }

    static String format(String format, BrokenTime time) {
        if (time.year() > Integer.MAX_VALUE) {
            throw JqStop.unsupported("strftime of a year that C's int does not hold is not supported: " + time.year());
        }
        return new Strftime(format, time, false).run();
    }

    private String run() {
        while (at < format.length()) {
            char c = format.charAt(at);
            if (c == '%') {
                start = at++;
                readOptions();
                convert();
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    private void readOptions() {
        pad = 0;
        upper = allUpper;
        changeCase = false;
        while (at < format.length() && "_-0^#".indexOf(format.charAt(at)) >= 0) {
            char flag = format.charAt(at++);
            switch (flag) {
                case '^' -> upper = true;
                case '#' -> changeCase = true;
                default -> pad = flag;
            }
        }
        width = 0;
        while (at < format.length() && format.charAt(at) >= '0' && format.charAt(at) <= '9') {
            width = Math.min(WIDTH_MAX, width * 10 + format.charAt(at++) - '0');
        }
        modifier = 0;
        if (at < format.length() && (format.charAt(at) == 'E' || format.charAt(at) == 'O')) {
            modifier = format.charAt(at++);
        }
    }

    private void convert() {
        if (at == format.length()) {
            text(format.substring(start));
            return;
        }
        char conversion = format.charAt(at++);
        if (refusesModifier(conversion)) {
            upper |= changeCase && "bBh".indexOf(conversion) >= 0; // glibc looks at the modifier after the flag there
            text(format.substring(start, at));
            return;
        }
        switch (conversion) {
            case '%' -> text("%");
            case 'n' -> text("\n");
            case 't' -> text("\t");
            case 'a' -> name(WEEKDAYS, time.weekday(), true);
            case 'A' -> name(WEEKDAYS, time.weekday(), false);
            case 'b', 'h' -> name(MONTHS, time.month(), true);
            case 'B' -> name(MONTHS, time.month(), false);
            case 'p' -> halfOfDay(changeCase);
            case 'P' -> halfOfDay(true);
            case 'c' -> nested("%a %b %e %H:%M:%S %Y");
            case 'D', 'x' -> nested("%m/%d/%y");
            case 'F' -> nested("%Y-%m-%d");
            case 'R' -> nested("%H:%M");
            case 'r' -> nested("%I:%M:%S %p");
            case 'T', 'X' -> nested("%H:%M:%S");
            case 'Z' -> text(changeCase ? "utc" : "UTC");
            case 'z' -> {
                text("+");
                number(0, 4);
            }
            case 's' -> text(Long.toString(time.epochSecond()));
            default -> numeric(conversion);
        }
    }

    private void numeric(char conversion) {
        switch (conversion) {
            case 'C' -> number(Math.floorDiv(time.year(), 100), 1);
            case 'd' -> number(time.day(), 2);
            case 'e' -> spaced(time.day());
            case 'H' -> number(time.hour(), 2);
            case 'I' -> number(hour12(), 2);
            case 'j' -> number(time.yearday() + 1, 3);
            case 'k' -> spaced(time.hour());
            case 'l' -> spaced(hour12());
            case 'm' -> number(time.month() + 1, 2);
            case 'M' -> number(time.minute(), 2);
            case 'S' -> number(time.second(), 2);
            case 'u' -> number((time.weekday() + 6) % 7 + 1, 1);
            case 'U' -> number((time.yearday() - time.weekday() + 7) / 7, 2);
            case 'W' -> number((time.yearday() - (time.weekday() + 6) % 7 + 7) / 7, 2);
            case 'w' -> number(time.weekday(), 1);
            case 'y' -> number(Math.floorMod(time.year(), 100), 2);
            case 'Y' -> number(time.year(), 1);
            case 'G' -> number(IsoWeek.of(time).year(), 1);
            case 'g' -> number(Math.floorMod(IsoWeek.of(time).year(), 100), 2);
            case 'V' -> number(IsoWeek.of(time).week(), 2);
            default -> text(format.substring(start, at));
        }
    }

    private boolean refusesModifier(char conversion) {
        return switch (modifier) {
            case 'E' -> "aAbBhDFdeHIkljMmSUVgGWw".indexOf(conversion) >= 0;
            case 'O' -> "aAcxXDFY".indexOf(conversion) >= 0;
            default -> false;
        };
    }

    private int hour12() {
        return time.hour() > 12 ? time.hour() - 12 : time.hour() == 0 ? 12 : time.hour();
    }

    private void halfOfDay(boolean lower) {
        String half = time.hour() > 11 ? "PM" : "AM";
        pad(lower ? half.toLowerCase(Locale.ROOT) : half);
    }

    private void name(String[] names, int index, boolean shortened) {
        String name = index < 0 || index >= names.length ? "?" : names[index];
        upper |= changeCase;
        text(shortened && name.length() > 3 ? name.substring(0, 3) : name);
    }

    private void nested(String inner) {
        pad(new Strftime(inner, time, upper).run());
    }

    private void text(String text) {
        pad(upper && !(changeCase && text.equals("utc")) ? text.toUpperCase(Locale.ROOT) : text);
    }

    private void pad(String text) {
        out.repeat(pad == '0' ? '0' : ' ', Math.max(0, width - JqString.utf8Length(text))).append(text);
    }

    private void spaced(int value) {
        pad = pad == 0 ? '_' : pad;
        number(value, 2);
    }

    private void number(long value, int digits) {
        String number = Long.toString(value);
        int missing = Math.max(digits, width) - number.length();
        if (pad == '-' || missing <= 0) {
            pad(number);
        } else if (pad == '_') {
            out.repeat(' ', missing).append(number);
        } else {
            out.append(value < 0 ? "-" : "").repeat('0', missing).append(number, value < 0 ? 1 : 0, number.length());
        }
    }
}
