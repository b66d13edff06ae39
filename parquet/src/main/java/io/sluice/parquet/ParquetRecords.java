package io.sluice.parquet;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.jspecify.annotations.Nullable;

/// The rows of one Parquet file as JSON records. One row group at a time is in memory, as it is stored; pages are checked
/// against their checksums, where they have any.
final class ParquetRecords implements RecordInput {
    /// The largest row group that is read. Writers make them of 128 MB.
    static final long ROW_GROUP_BYTES_MAX = 256L << 20;

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
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new PageCodecs()).usePageChecksumVerification(true).build();
        ParquetFileReader reader = guarded(file, name, () -> ParquetFileReader.open(file, options));
        try {
            ParquetRecords records = guarded(file, name,
                    () -> new ParquetRecords(id, name, recordBytesMax, file, reader));
            records.requireReadable(reader.getFooter().getBlocks());
            return records;
        } catch (InputException e) {
            reader.close();
            throw e;
        }
    }

    private void requireReadable(List<BlockMetaData> all) {
        for (BlockMetaData each : all) {
            long bytes = 0;
            for (ColumnChunkMetaData chunk : each.getColumns()) {
                bytes += chunk.getTotalSize();
                if (!PageCodecs.reads(chunk.getCodec())) {
                    throw new InputException(name + ": column " + chunk.getPath().toDotString() + " is compressed with "
                            + chunk.getCodec()
                            + ", and none, Snappy, gzip and zstd are what is read; write it anew with one of"
                            + " these");
                }
            }
            if (bytes > ROW_GROUP_BYTES_MAX) {
                throw new InputException(name + " has a row group of " + bytes + " bytes, and " + ROW_GROUP_BYTES_MAX
                        + " are the most that is held in memory; write it anew with smaller row groups");
            }
        }
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        Optional<byte[]> read = guarded(file, name, this::nextRow);
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

    /// A step of the library, which throws whatever it likes for what a file holds.
    private static <T> T guarded(RangedFile file, String name, Step<T> step)
            throws IOException {
        try {
            return step.take();
        } catch (InputException e) {
            throw e;
        } catch (UnreadableColumnException e) {
            throw new InputException(name + ": " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            file.rethrow();
            throw new InputException(name + " is not a Parquet file that can be read: " + e.getMessage(), e);
        }
    }

    @FunctionalInterface
    private interface Step<T> {
        T take() throws IOException;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
