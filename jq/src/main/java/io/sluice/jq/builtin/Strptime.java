package io.sluice.jq.builtin;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqString;

/// C's `strptime` as glibc implements it in the C locale, and what jq makes of its result.
final class Strptime {
    private static final String SPACES = " \t\n\u000b\f\r";
    private static final String[] WEEKDAYS = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
            "Saturday"};
    private static final String[] MONTHS = {"January", "February", "March", "April", "May", "June", "July", "August",
            "September", "October", "November", "December"};

    /// The text does not match. One instance will do: the message is made where it is caught.
    private static final class Mismatch extends Exception {
        private static final long serialVersionUID = 1L;

        Mismatch() {
            super(null, null, false, false);
        }
    }

    private final String text;
    private final ParsedTime parsed = new ParsedTime();
    private int at;

    private Strptime(String text) {
        this.text = text;
    }

    /// jq's array of the parsed parts; what follows after white space comes as a ninth element.
    static JqArray parse(String text, String format) {
        Strptime parser = new Strptime(text);
        try {
            parser.match(format);
        } catch (Mismatch e) {
            throw mismatch(text, format);
        }
        if (parser.at < text.length() && !parser.atSpace()) {
            throw mismatch(text, format);
        }
        BrokenTime time = parser.parsed.complete();
        JqArray result = time.toArray(time.second());
        return parser.at < text.length() ? result.append(JqString.of(text.substring(parser.at))) : result;
    }

    private static JqError mismatch(String text, String format) {
        return new JqError("date \"" + text + "\" does not match format \"" + format + "\"");
    }

    private boolean atSpace() {
        return at < text.length() && SPACES.indexOf(text.charAt(at)) >= 0;
    }

    private void skipSpaces() {
        while (atSpace()) {
            at++;
        }
    }

    private boolean atDigit() {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private void match(String format) throws Mismatch {
        int f = 0;
        while (f < format.length()) {
            char c = format.charAt(f++);
            if (SPACES.indexOf(c) >= 0) {
                skipSpaces();
            } else if (c != '%') {
                literal(c);
            } else {
                while (f < format.length() && "-_0^#".indexOf(format.charAt(f)) >= 0) {
                    f++;
                }
                while (f < format.length() && format.charAt(f) >= '0' && format.charAt(f) <= '9') {
                    f++; // a width, which is not looked at
                }
                char modifier = f < format.length() ? format.charAt(f) : 0;
                if (modifier == 'E' || modifier == 'O') {
                    f++;
                    String allowed = modifier == 'E' ? "cCYxX" : "bBhdeHImMSUVWwy";
                    if (f >= format.length() || allowed.indexOf(format.charAt(f)) < 0) {
                        throw new Mismatch();
                    }
                }
                if (f >= format.length()) {
                    throw new Mismatch();
                }
                convert(format.charAt(f++));
            }
        }
    }

    private void literal(char c) throws Mismatch {
        if (at >= text.length() || text.charAt(at) != c) {
            throw new Mismatch();
        }
        at++;
    }

    private void convert(char conversion) throws Mismatch {
        switch (conversion) {
            case '%' -> literal('%');
            case 'n', 't' -> skipSpaces();
            case 'a', 'A' -> parsed.weekday(name(WEEKDAYS));
            case 'b', 'B', 'h' -> parsed.month(name(MONTHS));
            case 'p' -> parsed.afternoon(name(new String[]{"AM", "PM"}) == 1);
            case 'c' -> match("%a %b %e %H:%M:%S %Y");
            case 'F' -> match("%Y-%m-%d");
            case 'D', 'x' -> match("%m/%d/%y");
            case 'r' -> match("%I:%M:%S %p");
            case 'R' -> match("%H:%M");
            case 'T', 'X' -> match("%H:%M:%S");
            case 's' -> epochSeconds();
            case 'z' -> offset();
            case 'Z' -> {
                skipSpaces();
                while (at < text.length() && !atSpace()) {
                    at++;
                }
            }
            case 'G' -> digits();
            default -> numeric(conversion);
        }
    }

    private void numeric(char conversion) throws Mismatch {
        switch (conversion) {
            case 'C' -> parsed.century(number(0, 99, 2));
            case 'd', 'e' -> parsed.day(number(1, 31, 2));
            case 'H', 'k' -> parsed.hour(number(0, 23, 2));
            case 'I', 'l' -> parsed.hour12(number(1, 12, 2));
            case 'j' -> parsed.yearday(number(1, 366, 3) - 1);
            case 'm' -> parsed.month(number(1, 12, 2) - 1);
            case 'M' -> parsed.minute(number(0, 59, 2));
            case 'S' -> parsed.second(number(0, 61, 2));
            case 'u' -> parsed.weekday(number(1, 7, 1) % 7);
            case 'w' -> parsed.weekday(number(0, 6, 1));
            case 'U' -> parsed.weekFromSunday(number(0, 53, 2));
            case 'W' -> parsed.weekFromMonday(number(0, 53, 2));
            case 'g' -> number(0, 99, 2);
            case 'V' -> number(0, 53, 2);
            case 'y' -> parsed.yearOfCentury(number(0, 99, 2));
            case 'Y' -> parsed.year(number(0, 9999, 4));
            default -> throw new Mismatch();
        }
    }

    /// A number of at most `digits` digits; stops early when a further digit would exceed `max`.
    private int number(int min, int max, int digits) throws Mismatch {
        skipSpaces();
        if (!atDigit()) {
            throw new Mismatch();
        }
        int value = 0;
        int left = digits;
        do {
            value = value * 10 + text.charAt(at++) - '0';
        } while (--left > 0 && value * 10 <= max && atDigit());
        if (value < min || value > max) {
            throw new Mismatch();
        }
        return value;
    }

    private int name(String[] names) throws Mismatch {
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            for (int length : new int[]{name.length(), Math.min(3, name.length())}) {
                if (text.regionMatches(true, at, name, 0, length)) {
                    at += length;
                    return i;
                }
            }
        }
        throw new Mismatch();
    }

    private String digits() throws Mismatch {
        int from = at;
        while (atDigit()) {
            at++;
        }
        if (at == from) {
            throw new Mismatch();
        }
        return text.substring(from, at);
    }

    private void epochSeconds() throws Mismatch {
        String digits = digits();
        BrokenTime time = digits.length() > 18 ? null : BrokenTime.ofEpochSecond(Long.parseLong(digits));
        if (time == null) {
            throw new Mismatch();
        }
        parsed.all(time);
    }

    /// `Z`, `+hh`, `+hhmm` or `+hh:mm`; jq does not use it.
    private void offset() throws Mismatch {
        skipSpaces();
        if (at < text.length() && text.charAt(at) == 'Z') {
            at++;
            return;
        }
        if (at >= text.length() || (text.charAt(at) != '+' && text.charAt(at) != '-')) {
            throw new Mismatch();
        }
        at++;
        int value = 0;
        int count = 0;
        while (count < 4 && atDigit()) {
            value = value * 10 + text.charAt(at++) - '0';
            count++;
            boolean colon = count == 2 && at + 1 < text.length() && text.charAt(at) == ':'
                    && Character.isDigit(text.charAt(at + 1));
            at += colon ? 1 : 0;
        }
        if (count != 2 && (count != 4 || value % 100 >= 60)) {
            throw new Mismatch();
        }
    }
}
