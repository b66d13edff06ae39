package io.sluice.compaction;

import io.sluice.columns.Column;
import io.sluice.convert.Row;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order of rows by some of their columns, the first one first: numbers by value, texts by code point, bytes as
/// they are without a sign, nulls last.
///
/// @param columns places of the columns in rows
record RowOrder(List<Integer> columns) implements Comparator<Row> {
    RowOrder {
        columns = List.copyOf(columns);
    }

    static RowOrder of(List<Column> table, List<String> sortBy) {
        List<String> names = table.stream().map(Column::name).toList();
        return new RowOrder(sortBy.stream().map(names::indexOf).toList());
    }

    /// The row's values that decide, and no others.
    Row key(Row row) {
        @Nullable
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.value(columns.get(i));
        }
        return Row.of(values);
    }

    /// Compares keys.
    @Override
    public int compare(Row one, Row other) {
        for (int i = 0; i < columns.size(); i++) {
            int order = values(one.value(i), other.value(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int values(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return Boolean.compare(one == null, other == null);
        }
        return switch (one) {
            case Boolean truth -> truth.compareTo((Boolean) other);
            case Integer number -> number.compareTo((Integer) other);
            case Long number -> number.compareTo((Long) other);
            case Float number -> number.compareTo((Float) other);
            case Double number -> number.compareTo((Double) other);
            case BigDecimal number -> number.compareTo((BigDecimal) other);
            case String text -> texts(text, (String) other);
            case byte[] bytes -> Arrays.compareUnsigned(bytes, (byte[]) other);
            default -> throw new IllegalArgumentException("rows have no order by values of " + one.getClass());
        };
    }

    /// As their UTF-8 compares, which is how files keep the least and the greatest.
    private static int texts(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                boolean surrogates = Character.isSurrogate(a) != Character.isSurrogate(b);
                return surrogates ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b)) : a - b;
            }
        }
        return one.length() - other.length();
    }
}
