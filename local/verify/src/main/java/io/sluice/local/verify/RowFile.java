package io.sluice.local.verify;

import io.sluice.local.verify.JudgedRows.Column;
import io.sluice.local.verify.JudgedRows.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// Reads the rows of a Parquet file with the Parquet library's own record reader, into the forms of [JudgedRows].
final class RowFile {
    private final JudgedRows rows;

    RowFile(JudgedRows rows) {
        this.rows = rows;
    }

    /// @throws IOException when the file can't be read to its end
    void forEach(Path file, Consumer<Row> action) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder().withCodecFactory(new PageDecompressors()).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            MessageType schema = reader.getFooter().getFileMetaData().getSchema();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> groups = new ColumnIOFactory().getColumnIO(schema).getRecordReader(pages,
                        new GroupRecordConverter(schema));
                for (long row = 0; row < pages.getRowCount(); row++) {
                    action.accept(row(groups.read()));
                }
            }
        } catch (RuntimeException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private Row row(Group group) {
        List<@Nullable String> values = new ArrayList<>();
        for (Column column : rows.columns()) {
            values.add(text(RowType.parse(column.type()), group, column.name()));
        }
        return new Row(values);
    }

    private @Nullable String text(RowType type, Group group, String name) {
        return group.getType().containsField(name) ? text(type, group, group.getType().getFieldIndex(name)) : null;
    }

    private @Nullable String text(RowType type, Group group, int field) {
        if (group.getFieldRepetitionCount(field) == 0) {
            return null;
        }
        return switch (type) {
            case RowType.Scalar(String word, int _) -> scalar(word, group, field);
            case RowType.Elements(RowType element) -> {
                Group list = group.getGroup(field, 0);
                List<@Nullable String> texts = new ArrayList<>();
                for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
                    texts.add(text(element, list.getGroup(0, i), 0));
                }
                yield JudgedRows.joined("[", texts);
            }
            case RowType.Entries(RowType key, RowType value) -> {
                Group map = group.getGroup(field, 0);
                Map<@Nullable String, @Nullable String> entries = new LinkedHashMap<>();
                for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
                    Group entry = map.getGroup(0, i);
                    entries.put(text(key, entry, 0), text(value, entry, 1));
                }
                yield JudgedRows.joined(entries);
            }
            case RowType.Fields(List<RowType.Field> fields) -> {
                Group struct = group.getGroup(field, 0);
                List<@Nullable String> texts = new ArrayList<>();
                fields.forEach(each -> texts.add(text(each.type(), struct, each.name())));
                yield JudgedRows.joined("(", texts);
            }
        };
    }

    private String scalar(String word, Group group, int field) {
        return switch (word) {
            case "boolean" -> Boolean.toString(group.getBoolean(field, 0));
            case "tinyint", "smallint", "int", "date" -> Integer.toString(group.getInteger(field, 0));
            case "bigint" -> Long.toString(group.getLong(field, 0));
            case "timestamp" -> rows.scalars().ownTimeForms()
                    ? RowScalars.SOME_TIME
                    : Long.toString(group.getLong(field, 0));
            case "float" -> Float.toString(group.getFloat(field, 0));
            case "double" -> Double.toString(group.getDouble(field, 0));
            case "decimal" -> decimal(group, field);
            case "binary" -> HexFormat.of().formatHex(group.getBinary(field, 0).getBytes());
            default -> group.getString(field, 0);
        };
    }

    private static String decimal(Group group, int field) {
        Type type = group.getType().getType(field);
        int scale = type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
                ? decimal.getScale()
                : 0;
        return new BigDecimal(new BigInteger(group.getBinary(field, 0).getBytes()), scale).toPlainString();
    }
}
