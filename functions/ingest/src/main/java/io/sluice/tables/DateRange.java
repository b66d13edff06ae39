package io.sluice.tables;

/// First and last value of a `date` projection, both inclusive: a date in the column's own format, or `NOW`,
/// `NOW-3YEARS`, `NOW+1DAY`, which Athena takes in UTC.
public record DateRange(String from, String to) {
    @Override
    public String toString() {
        return from + "," + to;
    }
}
