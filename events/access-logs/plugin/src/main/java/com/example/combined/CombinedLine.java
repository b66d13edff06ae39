package com.example.combined;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A line of the combined log format, as Apache and nginx write it:
/// `client identity user [time] "request" status bytes "referrer" "agent"`.
///
/// A quote and a backslash between quotes are escaped by a backslash; a user's name may hold spaces.
///
/// @param time    when the request came in
/// @param request with its escapes, as `GET / HTTP/1.1`; what a client sends that speaks no HTTP is here, too
/// @param status  100 to 599
record CombinedLine(Instant time, String request, int status) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ENGLISH);
    private static final int FIELDS_AFTER_TIME = 5;

    /// @throws IllegalArgumentException saying what is wrong with the line
    static CombinedLine parse(String line) {
        int open = line.indexOf(" [");
        int close = line.indexOf("] ", open + 1);
        if (open < 0 || close < 0) {
            throw new IllegalArgumentException("the line has no time in brackets");
        }
        List<String> fields = fields(line, close + 2);
        if (fields.size() != FIELDS_AFTER_TIME) {
            throw new IllegalArgumentException("the line has " + fields.size() + " fields after its time, not "
                    + FIELDS_AFTER_TIME);
        }
        return new CombinedLine(time(line.substring(open + 2, close)), fields.getFirst(), status(fields.get(1)));
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text, TIME).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("'" + text + "' is no time", e);
        }
    }

    private static int status(String text) {
        if (!text.matches("[1-5][0-9][0-9]")) {
            throw new IllegalArgumentException("'" + text + "' is no status");
        }
        return Integer.parseInt(text);
    }

    /// Returns the fields from `at` on, separated by one space each, with or without quotes.
    private static List<String> fields(String line, int at) {
        List<String> fields = new ArrayList<>();
        int start = at;
        while (start < line.length()) {
            boolean quoted = line.charAt(start) == '"';
            int end = quoted ? closingQuote(line, start + 1) : space(line, start);
            fields.add(line.substring(quoted ? start + 1 : start, end));
            start = end + (quoted ? 2 : 1);
        }
        return fields;
    }

    private static int space(String line, int from) {
        int space = line.indexOf(' ', from);
        return space < 0 ? line.length() : space;
    }

    private static int closingQuote(String line, int from) {
        for (int i = from; i < line.length(); i++) {
            switch (line.charAt(i)) {
                case '\\' -> i++;
                case '"' -> {
                    return i;
                }
                default -> {
                }
            }
        }
        throw new IllegalArgumentException("a quote is not closed");
    }
}
