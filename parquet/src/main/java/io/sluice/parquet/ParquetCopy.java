package io.sluice.parquet;

import io.sluice.input.RangedBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;

/// Writes a Parquet file anew without some of its rows: its columns, their values as they are stored, its metadata, and
/// its compression stay; row groups, encodings and statistics are this library's. One row group of each file is in
/// memory.
final class ParquetCopy {
    private final String name;
    private final RangedFile file;
    private final ParquetFileReader reader;
    private final BitSet without;
    private int row;

    private ParquetCopy(String name, RangedFile file, ParquetFileReader reader, BitSet without) {
        this.name = name;
        this.file = file;
        this.reader = reader;
        this.without = without;
    }

    /// @throws io.sluice.input.InputException naming the file when it cannot be read, or not be written
    static void copy(String name, RangedBytes bytes, BitSet without, OutputStream out) throws IOException {
        RangedFile file = new RangedFile(bytes);
        try (ParquetFileReader reader = OpenedFile.open(name, file)) {
            new ParquetCopy(name, file, reader, without).to(out);
        }
    }

    private void to(OutputStream out) throws IOException {
        FileMetaData meta = reader.getFooter().getFileMetaData();
        MessageColumnIO columns = new ColumnIOFactory().getColumnIO(meta.getSchema());
        ParquetWriter<Group> writer = file.guarded(name, () -> ExampleParquetWriter.builder(new FileBytes(out, 0))
                .withConf(new PlainParquetConfiguration()).withType(meta.getSchema())
                .withExtraMetaData(metadata(meta)).withCodecFactory(new PageCodecs())
                .withCompressionCodec(codec(reader.getFooter()))
                .withRowGroupSize((long) ParquetRowWriter.ROW_GROUP_BYTES)
                .withMinRowCountForPageSizeCheck(ParquetRowWriter.LOOKED_AT_ROWS_MIN)
                .withMaxRowCountForPageSizeCheck(ParquetRowWriter.LOOKED_AT_ROWS_MAX).build());
        for (int group = 0; group < reader.getFooter().getBlocks().size(); group++) {
            PageReadStore pages = file.guarded(name, reader::readNextRowGroup);
            RecordReader<Group> rows = file.guarded(name,
                    () -> columns.getRecordReader(pages, new GroupRecordConverter(meta.getSchema())));
            for (long left = pages.getRowCount(); left > 0; left--) {
                Group next = file.guarded(name, rows::read);
                if (!without.get(row++)) {
                    writer.write(next);
                }
            }
        }
        writer.close();
    }

    private static Map<String, String> metadata(FileMetaData meta) {
        Map<String, String> metadata = new HashMap<>(meta.getKeyValueMetaData());
        metadata.remove(ParquetWriter.OBJECT_MODEL_NAME_PROP);
        return metadata;
    }

    private static CompressionCodecName codec(ParquetMetadata footer) {
        return footer.getBlocks().isEmpty()
                ? CompressionCodecName.UNCOMPRESSED
                : footer.getBlocks().getFirst().getColumns().getFirst().getCodec();
    }
}
