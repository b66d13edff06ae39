package io.sluice.parquet;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// Makes a table's row of each row of a file, value by value as the library hands them over: the other way round than
/// [ValueWriters], by [Row]'s classes. Not safe for concurrent use.
final class TableRow extends RecordMaterializer<Row> {
    private final GroupConverter root;
    private @Nullable Row row;

    /// @param schema of the file; each of its columns is one of the table, of a type that the table's holds
    ///     ([WiderTypes])
    TableRow(MessageType schema, List<Column> table) {
        List<String> names = table.stream().map(Column::name).toList();
        Cells cells = new Cells(table.size());
        List<Converter> fields = new ArrayList<>();
        for (Type field : schema.getFields()) {
            int index = names.indexOf(field.getName());
            fields.add(value(table.get(index).type(), field, cells.at(index)));
        }
        this.root = new Group(cells::begin, fields, () -> row = cells.row());
    }

    @Override
    public Row getCurrentRecord() {
        return Objects.requireNonNull(row);
    }

    @Override
    public GroupConverter getRootConverter() {
        return root;
    }

    /// The values of one row or struct at a time.
    private static final class Cells {
        private final int width;
        private @Nullable Object[] values = {};

        Cells(int width) {
            this.width = width;
        }

        void begin() {
            values = new Object[width];
        }

        Consumer<Object> at(int index) {
            return value -> values[index] = value;
        }

        Row row() {
            return Row.of(values);
        }
    }

    private static Converter value(ColumnType type, Type file, Consumer<Object> to) {
        return switch (type) {
            case ColumnType.Primitive primitive -> CellValues.of(primitive, to);
            case ColumnType.Decimal decimal -> CellValues.decimal(decimal, to);
            case ColumnType.Varchar _,ColumnType.Char _ -> CellValues.text(to);
            case ColumnType.Array(ColumnType element) -> list(element, file.asGroupType(), to);
            case ColumnType.Mapping(ColumnType key, ColumnType value) -> map(key, value, file.asGroupType(), to);
            case ColumnType.Struct(List<ColumnType.Struct.Field> of) -> {
                List<String> names = of.stream().map(ColumnType.Struct.Field::name).toList();
                Cells cells = new Cells(of.size());
                List<Converter> fields = new ArrayList<>();
                for (Type field : file.asGroupType().getFields()) {
                    int index = names.indexOf(field.getName());
                    fields.add(value(of.get(index).type(), field, cells.at(index)));
                }
                yield new Group(cells::begin, fields, () -> to.accept(cells.row()));
            }
        };
    }

    private static Converter list(ColumnType element, GroupType file, Consumer<Object> to) {
        List<@Nullable Object> elements = new ArrayList<>();
        Cells cell = new Cells(1);
        Group repeated = new Group(cell::begin, List.of(value(element, held(file, 0), cell.at(0))),
                () -> elements.add(cell.values[0]));
        return new Group(elements::clear, List.of(repeated), () -> to.accept(new ArrayList<>(elements)));
    }

    private static Converter map(ColumnType key, ColumnType value, GroupType file, Consumer<Object> to) {
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        Cells cells = new Cells(2);
        Group repeated = new Group(cells::begin,
                List.of(value(key, held(file, 0), cells.at(0)), value(value, held(file, 1), cells.at(1))),
                () -> entries.put(Objects.requireNonNull(cells.values[0]), cells.values[1]));
        return new Group(entries::clear, List.of(repeated), () -> to.accept(new LinkedHashMap<>(entries)));
    }

    /// What a list or map repeats.
    private static Type held(GroupType file, int index) {
        return file.getType(0).asGroupType().getType(index);
    }
}
