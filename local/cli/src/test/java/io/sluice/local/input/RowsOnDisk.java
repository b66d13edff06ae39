package io.sluice.local.input;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.ObjIntConsumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;

/// Writes Parquet files as other programs do.
public final class RowsOnDisk {
    private RowsOnDisk() {}

    /// @param fill makes the row of that number
    public static Path write(Path file, MessageType schema, int rows, ObjIntConsumer<Group> fill) throws IOException {
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration()).withType(schema).withRowGroupSize(100_000L).build()) {
            for (int i = 0; i < rows; i++) {
                Group row = new SimpleGroup(schema);
                fill.accept(row, i);
                writer.write(row);
            }
        }
        return file;
    }
}
