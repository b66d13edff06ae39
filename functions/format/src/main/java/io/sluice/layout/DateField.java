package io.sluice.layout;

import java.util.Optional;

/// The fields of a date that a partition column can be projected by, coarsest first.
public enum DateField {
    YEAR("year", 'y', 4, 0, 9999, DateUnit.YEARS), MONTH("month", 'M', 2, 1, 12, DateUnit.MONTHS), DAY("day", 'd', 2, 1,
            31, DateUnit.DAYS), HOUR("hour", 'H', 2, 0, 23, DateUnit.HOURS), MINUTE("minute", 'm', 2, 0, 59,
                    DateUnit.MINUTES), SECOND("second", 's', 2, 0, 59, DateUnit.SECONDS);

    private final String columnName;
    private final char letter;
    private final int digits;
    private final int least;
    private final int greatest;
    private final DateUnit unit;

    DateField(String columnName, char letter, int digits, int least, int greatest, DateUnit unit) {
        this.columnName = columnName;
        this.letter = letter;
        this.digits = digits;
        this.least = least;
        this.greatest = greatest;
        this.unit = unit;
    }

    /// The field that `count` letters stand for in a pattern, when it is written as a number of its own: not `yy`,
    /// whose century is lost, not `MMM`, a name, and not `YYYY`, the year of a week.
    static Optional<DateField> of(char letter, int count) {
        return switch (letter) {
            case 'y', 'u' -> count == 4 || count == 1 ? Optional.of(YEAR) : Optional.empty();
            case 'M', 'L' -> upToTwo(MONTH, count);
            case 'd' -> upToTwo(DAY, count);
            case 'H' -> upToTwo(HOUR, count);
            case 'm' -> upToTwo(MINUTE, count);
            case 's' -> upToTwo(SECOND, count);
            default -> Optional.empty();
        };
    }

    private static Optional<DateField> upToTwo(DateField field, int count) {
        return count <= 2 ? Optional.of(field) : Optional.empty();
    }

    /// The name of a column that holds this field alone.
    String columnName() {
        return columnName;
    }

    /// Its part of a pattern, in the letter that `DateTimeFormatter` and `SimpleDateFormat` both have for it.
    String letters(int count) {
        return String.valueOf(letter).repeat(this == YEAR ? digits : count);
    }

    public int digits() {
        return digits;
    }

    public int least() {
        return least;
    }

    public int greatest() {
        return greatest;
    }

    public DateUnit unit() {
        return unit;
    }
}
