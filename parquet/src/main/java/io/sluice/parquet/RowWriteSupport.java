package io.sluice.parquet;

import io.sluice.columns.Column;
import io.sluice.convert.Row;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/// Hands a table's rows to the library, column by column.
final class RowWriteSupport extends WriteSupport<Row> {
    private final List<Column> columns;
    private final List<ValueWriters.ValueWriter> writers;
    private @Nullable RecordConsumer consumer;

    RowWriteSupport(List<Column> columns) {
        this.columns = columns;
        this.writers = columns.stream().map(column -> ValueWriters.of(column.type())).toList();
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
        return new WriteContext(TableSchema.of(columns), Map.of());
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
        for (int i = 0; i < writers.size(); i++) {
            ValueWriters.field(columns.get(i).name(), i, row.value(i), writers.get(i), consumer);
        }
        consumer.endMessage();
    }
}
