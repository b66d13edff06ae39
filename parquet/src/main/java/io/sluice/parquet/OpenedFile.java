package io.sluice.parquet;

import io.sluice.input.InputException;
import java.io.IOException;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/// Opens Parquet files that can be read: pages are checked against their checksums, where they have any, and row groups
/// are bounded, since one at a time is in memory.
final class OpenedFile {
    /// The largest row group that is read. Writers make them of 128 MB.
    static final long ROW_GROUP_BYTES_MAX = 256L << 20;

    private OpenedFile() {}

    /// @throws InputException naming the file, and what is wrong with it
    static ParquetFileReader open(String name, RangedFile file) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new PageCodecs()).usePageChecksumVerification(true).build();
        ParquetFileReader reader = file.guarded(name, () -> ParquetFileReader.open(file, options));
        try {
            reader.getFooter().getBlocks().forEach(group -> requireReadable(name, group));
            return reader;
        } catch (InputException e) {
            reader.close();
            throw e;
        }
    }

    private static void requireReadable(String name, BlockMetaData group) {
        long bytes = 0;
        for (ColumnChunkMetaData chunk : group.getColumns()) {
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
