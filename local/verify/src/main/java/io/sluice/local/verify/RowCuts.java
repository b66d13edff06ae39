package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// The rows of a Parquet file, each as the JSON object that it stands for ([RowJson]), with the Parquet library's own
/// record reader.
final class RowCuts implements Cuts {
    private static final int MARK_BYTES = 4;
    private static final int HEAD_BYTES = 263;

    private final ParquetFileReader reader;
    private final MessageType schema;
    private @Nullable RecordReader<Group> groups;
    private long left;
    private long row;

    /// @throws IOException when it is no Parquet file that can be read
    RowCuts(Path file) throws IOException {
        try {
            this.reader = ParquetFileReader.open(new LocalInputFile(file),
                    ParquetReadOptions.builder().withCodecFactory(new PageDecompressors()).build());
            this.schema = reader.getFooter().getFileMetaData().getSchema();
        } catch (RuntimeException e) {
            throw new IOException(file + " is no Parquet file that can be read: " + e.getMessage(), e);
        }
    }

    /// Tests whether `file` begins as Parquet does, and not as text that begins with the same letters.
    static boolean reads(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(HEAD_BYTES);
            if (head.length < MARK_BYTES || head[0] != 'P' || head[1] != 'A' || head[2] != 'R' || head[3] != '1') {
                return false;
            }
            for (byte b : head) {
                if (b >= 0 && b < ' ' && "\t\n\r\f".indexOf(b) < 0) {
                    return true;
                }
            }
            return false;
        }
    }

    @Override
    public @Nullable CutRecord next() throws IOException {
        try {
            while (left == 0) {
                PageReadStore pages = reader.readNextRowGroup();
                if (pages == null) {
                    return null;
                }
                groups = new ColumnIOFactory().getColumnIO(schema).getRecordReader(pages,
                        new GroupRecordConverter(schema));
                left = pages.getRowCount();
            }
            RecordReader<Group> rows = groups;
            if (rows == null) {
                throw new IllegalStateException("no row group is open");
            }
            left--;
            return new CutRecord(row++, RowJson.of(rows.read()));
        } catch (RuntimeException e) {
            throw new IOException("row " + row + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<String> broken() {
        return Optional.empty();
    }

    @Override
    public long offset() {
        return row;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
