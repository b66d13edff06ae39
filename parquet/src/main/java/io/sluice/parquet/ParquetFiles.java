package io.sluice.parquet;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;

/// Looks into Parquet files on disk.
public final class ParquetFiles {
    private ParquetFiles() {}

    /// The number of a file's rows, read from its footer alone.
    ///
    /// @throws IOException when the file is no Parquet file, or cannot be read
    public static long rows(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            return reader.getRecordCount();
        } catch (RuntimeException e) {
            throw new IOException(file + " is no Parquet file: " + e.getMessage(), e);
        }
    }
}
