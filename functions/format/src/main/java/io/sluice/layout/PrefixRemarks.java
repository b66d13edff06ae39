package io.sluice.layout;

import java.util.ArrayList;
import java.util.List;

/// Warnings about what is valid in a prefix and probably not meant: date letters that look like others, and slashes.
/// Firehose accepts all of it, and so does Sluice; the sentences are warnings.
///
/// Letters are those of `java.time.format.DateTimeFormatter`. What one expression lacks another one of the same prefix
/// may have, so they are judged together.
public final class PrefixRemarks {
    /// A field of a pattern.
    ///
    /// @param pattern whose it is, as it was written
    private record Field(char letter, int count, String pattern) {
        String letters() {
            return String.valueOf(letter).repeat(count);
        }
    }

    private static final String HOURS = "HhKk";
    private static final String MONTHS = "ML";
    private static final String WEEKS = "wW";

    private final List<String> remarks = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();

    private PrefixRemarks() {}

    /// Sentences about a prefix, each with the remedy; none when nothing is odd.
    ///
    /// @param text   as it was configured, without what Firehose appends
    /// @param prefix the same, parsed, with or without what Firehose appends
    public static List<String> of(String text, PrefixExpression prefix) {
        PrefixRemarks all = new PrefixRemarks();
        for (PrefixPart part : prefix.parts()) {
            if (part instanceof PrefixPart.Timestamp(TimestampPattern pattern)) {
                pattern.tokens().forEach(token -> {
                    if (token instanceof DateToken.Field(char letter, int count)) {
                        all.fields.add(new Field(letter, count, pattern.text()));
                    }
                });
            }
        }
        all.dates();
        all.hours();
        all.slashes(text);
        return List.copyOf(all.remarks);
    }

    private void dates() {
        for (Field field : fields) {
            switch (field.letter()) {
                case 'Y' -> {
                    if (!has(WEEKS)) {
                        date(field, "is the year that the week belongs to, which around New Year is another than the"
                                + " date's", "the year is " + "y".repeat(field.count()));
                    }
                }
                case 'D' -> {
                    if (has(MONTHS) || (has("m") && !has(HOURS))) {
                        date(field, "is the day of the year, 1 to 366", "the day of the month is "
                                + "d".repeat(Math.min(field.count(), 2)));
                    }
                }
                case 'm' -> {
                    if (!has(HOURS)) {
                        date(field, "is the minute", "the month is " + "M".repeat(field.count()));
                    }
                }
                default -> {
                }
            }
        }
    }

    private void hours() {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            switch (field.letter()) {
                case 'h', 'K' -> {
                    if (!has("aB")) {
                        date(field, "is the hour of the half-day, so that three in the morning and three in the"
                                + " afternoon share it", "the hour of the day is " + "H".repeat(field.count()));
                    }
                }
                case 'k' -> date(field, "is the hour from 1 to 24, so that midnight is 24",
                        "the hour of the day is " + "H".repeat(field.count()));
                case 'M' -> {
                    if (i > 0 && HOURS.indexOf(fields.get(i - 1).letter()) >= 0) {
                        date(field, "after the hour is the month", "the minute is "
                                + "m".repeat(Math.min(field.count(), 2)));
                    }
                }
                default -> {
                }
            }
        }
    }

    private void date(Field field, String meaning, String meant) {
        String remark = field.letters() + " in !{timestamp:" + field.pattern() + "} " + meaning + "; " + meant;
        if (!remarks.contains(remark)) {
            remarks.add(remark);
        }
    }

    private void slashes(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (text.startsWith("/")) {
            remarks.add("the prefix begins with a slash, so that every key is below a folder without a name; leave it"
                    + " out");
        }
        if (!text.endsWith("/")) {
            remarks.add(
                    "the prefix does not end in a slash: what follows is joined to its last name instead of lying in"
                            + " a folder; end it with a slash");
        }
    }

    private boolean has(String letters) {
        return fields.stream().anyMatch(field -> letters.indexOf(field.letter()) >= 0);
    }
}
