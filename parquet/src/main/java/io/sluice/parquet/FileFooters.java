package io.sluice.parquet;

import io.sluice.input.InputException;
import io.sluice.input.RangedBytes;
import java.io.IOException;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/// The footers of Parquet files: their schema, row groups and statistics, without a page.
public final class FileFooters {
    private FileFooters() {}

    /// Reads a file's footer: one read for most files.
    ///
    /// @param name what messages call the file
    /// @throws InputException naming the file when it is not a Parquet file that can be read; what reading its bytes
    ///         threw is thrown as it is
    public static ParquetMetadata read(String name, RangedBytes bytes) throws IOException {
        RangedFile file = new RangedFile(bytes);
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new PageCodecs()).build();
        return file.guarded(name, () -> {
            try (ParquetFileReader reader = ParquetFileReader.open(file, options)) {
                return reader.getFooter();
            }
        });
    }
}
