package io.sluice.layout;

import io.sluice.layout.DateToken.Field;
import io.sluice.layout.DateToken.Text;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Consecutive fields of a time and the text between them: what one partition column holds.
///
/// @param tokens at least one field, which is the first
public record TimeRun(List<DateToken> tokens) {
    public TimeRun {
        tokens = List.copyOf(tokens);
    }

    /// The run that a pattern of `DateTimeFormatter` is; empty when it has what no table can express, or does not begin
    /// and end with a field.
    public static Optional<TimeRun> ofPattern(String pattern) {
        return Optional.of(DatePattern.tokens(pattern)).filter(DatePattern::isPlain).flatMap(TimeRun::whole);
    }

    /// The run that `tokens` are; empty when there is text before the first field or after the last.
    static Optional<TimeRun> whole(List<DateToken> tokens) {
        boolean whole = !tokens.isEmpty() && tokens.getFirst() instanceof Field && tokens.getLast() instanceof Field;
        return whole ? Optional.of(new TimeRun(tokens)) : Optional.empty();
    }

    /// This run, `between` and then `next`.
    TimeRun followedBy(String between, TimeRun next) {
        List<DateToken> joined = new ArrayList<>(tokens);
        if (!between.isEmpty()) {
            joined.add(new Text(between));
        }
        joined.addAll(next.tokens);
        return new TimeRun(joined);
    }

    /// The field, if there is but one and it is a number.
    public Optional<DateField> onlyField() {
        return tokens.size() == 1 ? field(tokens.getFirst()) : Optional.empty();
    }

    private static Optional<DateField> field(DateToken token) {
        return token instanceof Field(char letter, int count) ? DateField.of(letter, count) : Optional.empty();
    }

    /// The finest field, when the run is a date: it has all fields from the year on, and a value is read in one way
    /// only. Otherwise, as with the day of an unknown month, stepping through time would give a value twice, or not at
    /// all.
    public Optional<DateField> finestOfDate() {
        Set<DateField> fields = EnumSet.noneOf(DateField.class);
        boolean openEnded = false;
        for (DateToken token : tokens) {
            if (token instanceof Field(char letter, int count)) {
                Optional<DateField> field = DateField.of(letter, count);
                if (field.isEmpty() || openEnded) {
                    return Optional.empty();
                }
                fields.add(field.get());
                openEnded = count == 1;
            } else {
                openEnded = false;
            }
        }
        DateField finest = List.copyOf(fields).getLast();
        return fields.equals(EnumSet.range(DateField.YEAR, finest)) ? Optional.of(finest) : Optional.empty();
    }

    /// The pattern of its values, in letters that mean the same to `DateTimeFormatter`, which Athena documents, and to
    /// `SimpleDateFormat`, which versions of Trino use.
    public String format() {
        StringBuilder format = new StringBuilder();
        for (DateToken token : tokens) {
            format.append(switch (token) {
                case Text(String text) -> DatePattern.literal(text);
                case DateToken.Other(String text) -> text;
                case Field(char letter, int count) -> DateField.of(letter, count).map(field -> field.letters(count))
                        .orElseGet(() -> String.valueOf(letter).repeat(count));
            });
        }
        return format.toString();
    }

    /// The name of its column when the path has none for it.
    String columnName() {
        return onlyField().map(DateField::columnName).orElse("dt");
    }

    /// Tests whether a week's year stands where a date's is meant.
    boolean hasWeekYear() {
        return tokens.stream().anyMatch(token -> token instanceof Field(char letter, int count) && letter == 'Y');
    }

    /// Tests whether all values have the same number of characters.
    public boolean fixedWidth() {
        return tokens.stream().allMatch(token -> switch (token) {
            case Text text -> true;
            case DateToken.Other _ -> false;
            case Field(char letter, int count) -> count > 1 && DateField.of(letter, count).isPresent();
        });
    }
}
