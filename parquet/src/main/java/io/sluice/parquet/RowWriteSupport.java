package io.sluice.parquet;

import io.sluice.columns.Column;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.Row;
import io.sluice.objects.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// Hands a table's rows to the library, column by column.
final class RowWriteSupport extends WriteSupport<Row> {
    private final MessageType schema;
    private final List<Field> fields;
    private final List<@Nullable Object> path;
    private @Nullable RecordConsumer consumer;

    private RowWriteSupport(MessageType schema, Stream<Column> columns, List<@Nullable Object> path) {
        this.schema = schema;
        this.fields = columns.map(Field::of).toList();
        this.path = path;
    }

    /// @param key of the object, whose path may have values of its own
    /// @throws io.sluice.convert.UnusableConversionException when it does not have them
    static RowWriteSupport of(FormatConversion conversion, ObjectKey key) {
        List<Column> columns = conversion.columns();
        return conversion.path()
                .map(path -> new RowWriteSupport(TableSchema.withIds(columns, path.columns()),
                        Stream.concat(columns.stream(), path.columns().stream()), path.of(key)))
                .orElseGet(() -> new RowWriteSupport(TableSchema.of(columns), columns.stream(), List.of()));
    }

    /// A column of the file, and how its values are written.
    private record Field(String name, ValueWriters.ValueWriter writer) {
        static Field of(Column column) {
            return new Field(column.name(), ValueWriters.of(column.type()));
        }
    }

    @Override
    public String getName() {
        return "sluice";
    }

    @Override
    @SuppressWarnings("deprecation") // the only one of the two that is abstract
    public WriteContext init(Configuration configuration) {
        return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return context();
    }

    private WriteContext context() {
        return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(Row row) {
        if (consumer == null) {
            throw new IllegalStateException("the writer was not prepared");
        }
        consumer.startMessage();
        int ofRow = fields.size() - path.size();
        for (int i = 0; i < fields.size(); i++) {
            Object value = i < ofRow ? row.value(i) : path.get(i - ofRow);
            ValueWriters.field(fields.get(i).name(), i, value, fields.get(i).writer(), consumer);
        }
        consumer.endMessage();
    }
}
