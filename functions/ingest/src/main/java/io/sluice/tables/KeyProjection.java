package io.sluice.tables;

import io.sluice.layout.DateUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The source of a partition column's values, as configured: one entry of `Sluice.Table.Keys`.
///
/// Source: Athena user guide, "Supported types for partition projection".
public sealed interface KeyProjection {
    /// `injected`: a query names the value.
    record Injected() implements KeyProjection {}

    /// `enum`: one of a few values.
    ///
    /// @param values as they are in the records, at least one
    record Enumerated(List<String> values) implements KeyProjection {
        public Enumerated {
            values = List.copyOf(values);
        }
    }

    /// `integer`: a whole number.
    ///
    /// @param from     the least, inclusive
    /// @param to       the greatest, inclusive
    /// @param interval from one value to the next, at least 1
    /// @param digits   to which shorter numbers are filled up with zeros; empty: not at all
    record WholeNumber(long from, long to, int interval, OptionalInt digits) implements KeyProjection {}

    /// `date`: a date or time.
    ///
    /// @param format   its form, empty: as the prefix has it
    /// @param range    first and last value; empty: the default range
    /// @param interval steps of `unit` from one value to the next; empty: 1
    /// @param unit     empty: the format's finest field
    record Dated(Optional<String> format, Optional<DateRange> range, OptionalInt interval,
            Optional<DateUnit> unit) implements KeyProjection {}
}
