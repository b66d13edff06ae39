package io.sluice.parquet;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.jspecify.annotations.Nullable;

/// The rows of one Parquet file as JSON records. One row group at a time is in memory, as it is stored.
final class ParquetRecords implements RecordInput {
    private final String id;
    private final String name;
    private final int recordBytesMax;
    private final RangedFile file;
    private final ParquetFileReader reader;
    private final MessageColumnIO columns;
    private final JsonRow row;
    private final Iterator<BlockMetaData> groups;
    private @Nullable RecordReader<byte[]> group;
    private long groupRowsLeft;
    private long rows;

    private ParquetRecords(String id, String name, int recordBytesMax, RangedFile file, ParquetFileReader reader) {
        this.id = id;
        this.name = name;
        this.recordBytesMax = recordBytesMax;
        this.file = file;
        this.reader = reader;
        var schema = reader.getFooter().getFileMetaData().getSchema();
        this.columns = new ColumnIOFactory().getColumnIO(schema);
        this.row = new JsonRow(schema);
        this.groups = reader.getFooter().getBlocks().iterator();
    }

    static ParquetRecords open(String id, String name, RangedBytes bytes, int recordBytesMax) throws IOException {
        RangedFile file = new RangedFile(bytes);
        ParquetFileReader reader = OpenedFile.open(name, file);
        try {
            return file.guarded(name, () -> new ParquetRecords(id, name, recordBytesMax, file, reader));
        } catch (InputException e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        Optional<byte[]> read = file.guarded(name, this::nextRow);
        if (read.isEmpty()) {
            return null;
        }
        byte[] json = read.get();
        if (json.length > recordBytesMax) {
            throw new InputException(name + ": row " + rows + " has " + json.length + " bytes as JSON, and "
                    + recordBytesMax + " are the most that a record may have here");
        }
        return new InputRecord(id, rows++, json);
    }

    private Optional<byte[]> nextRow() throws IOException {
        RecordReader<byte[]> current = group;
        while (groupRowsLeft == 0 || current == null) {
            if (!groups.hasNext()) {
                return Optional.empty();
            }
            groups.next();
            PageReadStore pages = reader.readNextRowGroup();
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
