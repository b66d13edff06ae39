package io.sluice.parquet;

import io.sluice.columns.Column;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.Row;
import io.sluice.convert.RowReader;
import io.sluice.input.InputException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/// The rows of one Parquet file as a table has them. One row group at a time is in memory, as it is stored.
final class ParquetRowReader implements RowReader {
    private final String name;
    private final RangedFile file;
    private final ParquetFileReader reader;
    private final MessageColumnIO columns;
    private final TableRow row;
    private @Nullable RecordReader<Row> group;
    private long groupRowsLeft;

    private ParquetRowReader(String name, RangedFile file, ParquetFileReader reader, FormatConversion table) {
        this.name = name;
        this.file = file;
        this.reader = reader;
        MessageType all = reader.getFooter().getFileMetaData().getSchema();
        MessageType schema = ofTable(name, all, table);
        reader.setRequestedSchema(schema);
        this.columns = new ColumnIOFactory().getColumnIO(schema, all);
        this.row = new TableRow(schema, table.columns());
    }

    /// @throws InputException naming the file, and the column where it is one's fault
    static ParquetRowReader open(String name, RangedFile file, FormatConversion table) throws IOException {
        ParquetFileReader reader = OpenedFile.open(name, file);
        try {
            return file.guarded(name, () -> new ParquetRowReader(name, file, reader, table));
        } catch (InputException e) {
            reader.close();
            throw e;
        }
    }

    /// Every column of the file must be one of the table, as Sluice writes it or wrote it before the column became
    /// wider: what it holds would be lost, or be another value.
    private static MessageType ofTable(String name, MessageType file, FormatConversion table) {
        MessageType wanted = TableSchema.of(table.columns());
        Set<String> path = table.path().stream().flatMap(values -> values.columns().stream()).map(Column::name)
                .collect(Collectors.toSet());
        List<Type> fields = file.getFields().stream().filter(field -> !path.contains(field.getName())).toList();
        for (Type field : fields) {
            if (!wanted.containsField(field.getName())) {
                throw new InputException(name + " has a column " + field.getName() + ", and the table has none");
            }
            Type type = wanted.getType(field.getName());
            if (!WiderTypes.holds(type, field)) {
                throw new InputException(name + " has the column " + field.getName() + " as " + field
                        + ", and the table as " + type);
            }
        }
        return new MessageType(file.getName(), fields);
    }

    @Override
    public @Nullable Row next() throws IOException {
        return file.guarded(name, this::nextRow).orElse(null);
    }

    private Optional<Row> nextRow() throws IOException {
        RecordReader<Row> current = group;
        while (groupRowsLeft == 0 || current == null) {
            PageReadStore pages = reader.readNextRowGroup();
            if (pages == null) {
                return Optional.empty();
            }
            current = columns.getRecordReader(pages, row);
            group = current;
            groupRowsLeft = pages.getRowCount();
        }
        groupRowsLeft--;
        return Optional.of(current.read());
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
