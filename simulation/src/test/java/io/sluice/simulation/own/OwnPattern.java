package io.sluice.simulation.own;

import java.time.ZonedDateTime;
import java.util.List;

/// The value of a `timestamp` expression, as an oracle writes it: by numbers of a calendar and English names, letter by
/// letter, for the letters that worlds use. Immutable.
///
/// @param pattern in letters of `DateTimeFormatter`
record OwnPattern(String pattern) {
    private static final List<String> MONTHS = List.of("January", "February", "March", "April", "May", "June", "July",
            "August", "September", "October", "November", "December");
    private static final List<String> DAYS = List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
            "Saturday", "Sunday");

    /// The text of a moment.
    ///
    /// @throws IllegalArgumentException for a letter that no world uses
    String text(ZonedDateTime at) {
        StringBuilder text = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\'') {
                boolean doubled = i + 1 < pattern.length() && pattern.charAt(i + 1) == '\'';
                if (doubled) {
                    text.append('\'');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (quoted || !isLetter(c)) {
                text.append(c);
            } else {
                int count = 1;
                while (i + 1 < pattern.length() && pattern.charAt(i + 1) == c) {
                    count++;
                    i++;
                }
                text.append(field(c, count, at));
            }
        }
        return text.toString();
    }

    /// Tests whether a letter stands in it, outside of quotes.
    boolean has(char letter) {
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            } else if (!quoted && c == letter) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static String field(char letter, int count, ZonedDateTime at) {
        return switch (letter) {
            case 'y', 'u' -> count == 2 ? digits(at.getYear() % 100, 2) : digits(at.getYear(), count);
            case 'M' -> count > 2 ? name(MONTHS.get(at.getMonthValue() - 1), count) : digits(at.getMonthValue(), count);
            case 'd' -> digits(at.getDayOfMonth(), count);
            case 'D' -> digits(at.getDayOfYear(), count);
            case 'E' -> name(DAYS.get(at.getDayOfWeek().getValue() - 1), count);
            case 'H' -> digits(at.getHour(), count);
            case 'm' -> digits(at.getMinute(), count);
            case 's' -> digits(at.getSecond(), count);
            default -> throw new IllegalArgumentException("no world has " + letter);
        };
    }

    private static String name(String name, int count) {
        return count < 4 ? name.substring(0, 3) : name;
    }

    private static String digits(int number, int least) {
        StringBuilder digits = new StringBuilder(Integer.toString(number));
        while (digits.length() < least) {
            digits.insert(0, '0');
        }
        return digits.toString();
    }
}
