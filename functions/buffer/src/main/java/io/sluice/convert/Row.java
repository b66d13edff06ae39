package io.sluice.convert;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values in the order of a table's columns, or of a struct's fields. A value that is null is null or was not there.
///
/// A value's class follows its type: `boolean` [Boolean]; `tinyint`, `smallint` and `int` [Integer]; `bigint` [Long];
/// `float` [Float]; `double` [Double]; `decimal` [java.math.BigDecimal] of the type's scale; `string`, `varchar` and
/// `char` [String]; `binary` `byte[]`; `date` [Integer], days since 1970-01-01; `timestamp` [Long], microseconds since
/// 1970-01-01T00:00:00Z; `array` [List] with nulls; `map` [java.util.Map] in the record's order, its values may be
/// null; `struct` [Row].
public final class Row {
    private final @Nullable Object[] values;

    /// @param values not to be changed afterwards
    Row(@Nullable Object[] values) {
        this.values = values;
    }

    /// A row of values that somebody has read again.
    ///
    /// @param values of the classes above, in their order; not to be changed afterwards
    public static Row of(@Nullable Object[] values) {
        return new Row(values);
    }

    /// The number of its values, those that are null among them.
    public int size() {
        return values.length;
    }

    public @Nullable Object value(int column) {
        return values[column];
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values);
    }
}
