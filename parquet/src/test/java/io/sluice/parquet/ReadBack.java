package io.sluice.parquet;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/// Reads Parquet files with the library's own reader.
final class ReadBack implements AutoCloseable {
    private final ParquetFileReader file;

    ReadBack(Path path) throws IOException {
        file = ParquetFileReader.open(new LocalInputFile(path), ParquetReadOptions
                .builder(new PlainParquetConfiguration()).withCodecFactory(new PageCodecs()).build());
    }

    ParquetMetadata footer() {
        return file.getFooter();
    }

    List<BlockMetaData> rowGroups() {
        return file.getFooter().getBlocks();
    }

    List<Group> rows() throws IOException {
        var schema = file.getFooter().getFileMetaData().getSchema();
        var columns = new ColumnIOFactory().getColumnIO(schema);
        List<Group> rows = new ArrayList<>();
        for (PageReadStore group = file.readNextRowGroup(); group != null; group = file.readNextRowGroup()) {
            RecordReader<Group> reader = columns.getRecordReader(group, new GroupRecordConverter(schema));
            for (long i = 0; i < group.getRowCount(); i++) {
                rows.add(reader.read());
            }
        }
        return rows;
    }

    /// A row as text, a line for each value: bytes as numbers, decimals as such.
    static String text(Group group) {
        StringBuilder text = new StringBuilder();
        append(group, "", text);
        return text.toString();
    }

    private static void append(Group group, String indent, StringBuilder text) {
        for (Type field : group.getType().getFields()) {
            int index = group.getType().getFieldIndex(field.getName());
            for (int i = 0; i < group.getFieldRepetitionCount(index); i++) {
                text.append(indent).append(field.getName());
                if (field.isPrimitive()) {
                    text.append(": ").append(value(group, field, index, i)).append('\n');
                } else {
                    text.append('\n');
                    append(group.getGroup(index, i), indent + "  ", text);
                }
            }
        }
    }

    private static String value(Group group, Type field, int index, int i) {
        LogicalTypeAnnotation annotation = field.getLogicalTypeAnnotation();
        if (annotation instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation decimal) {
            return new BigDecimal(new BigInteger(group.getBinary(index, i).getBytes()), decimal.getScale())
                    .toPlainString();
        }
        boolean bytes = annotation == null
                && field.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
        return bytes ? Arrays.toString(group.getBinary(index, i).getBytes()) : group.getValueToString(index, i);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
