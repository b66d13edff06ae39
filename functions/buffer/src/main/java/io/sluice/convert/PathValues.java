package io.sluice.convert;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.layout.ColumnRemarks;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PathColumns;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The columns of objects' paths, with each object's values: what an Iceberg table has in its files, too.
///
/// @param prefix   the expression that paths are made by; no folder of it has two values
/// @param encoding of key values; none has a slash then
/// @param columns  as a table has them, in the path's order: `string`, `int` or `bigint`
public record PathValues(String prefix, KeyEncoding encoding, List<Column> columns) {
    /// Hive's text for a value that is null.
    private static final String HIVE_NULL = "__HIVE_DEFAULT_PARTITION__";

    public PathValues {
        columns = columns.stream().map(column -> Column.of(column.name(), column.type())).toList();
    }

    /// The values of an object, in the order of the columns and of [Row]'s classes.
    ///
    /// @throws UnusableConversionException naming the key when the prefix did not make it, or a value is not of its
    ///     column's type
    public List<@Nullable Object> of(ObjectKey key) {
        List<Optional<String>> texts = texts(key)
                .orElseThrow(() -> unusable(key, "is not one of the prefix " + prefix));
        if (texts.size() != columns.size()) {
            throw unusable(key, "has " + texts.size() + " values, and the table " + columns.size() + " columns of its"
                    + " path");
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            Column column = columns.get(i);
            values.add(texts.get(i).map(text -> value(key, column, text)).orElse(null));
        }
        return values;
    }

    /// The values as texts, decoded; that which Hive calls null is empty.
    ///
    /// @return empty when the prefix did not make the key
    public Optional<List<Optional<String>>> texts(ObjectKey key) {
        return PathColumns.of(PrefixExpression.parse(prefix), ColumnRemarks.NONE).values(key.value(), encoding)
                .map(texts -> texts.stream().map(text -> Optional.of(text).filter(each -> !each.equals(HIVE_NULL)))
                        .toList());
    }

    private static Object value(ObjectKey key, Column column, String text) {
        try {
            return switch (column.type()) {
                case Primitive.INT -> Integer.valueOf(text);
                case Primitive.BIGINT -> Long.valueOf(text);
                case Primitive.STRING -> text;
                case ColumnType other -> throw new IllegalArgumentException("no path has a " + other.hiveText());
            };
        } catch (IllegalArgumentException _) {
            throw unusable(key, "has '" + text + "' for the column " + column.name() + ", which is "
                    + column.type().hiveText());
        }
    }

    private static UnusableConversionException unusable(ObjectKey key, String why) {
        return new UnusableConversionException("the key " + key + " " + why);
    }
}
