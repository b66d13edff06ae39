package io.sluice.local.report;

import com.github.luben.zstd.ZstdInputStream;
import io.sluice.input.InputException;
import io.sluice.local.input.InputReader;
import io.sluice.local.records.InputSource;
import io.sluice.parquet.ParquetFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/// Counts the records in a delivered object by reading it: plain, gzip or zstd; of a Parquet file, the rows.
final class RecordCount {
    private static final int ZSTD_MAGIC = 0x28B52FFD;
    private static final int SNAPPY_MAGIC = 0x82534E41;
    private static final int ZIP_MAGIC = 0x504B0304;
    private static final int PARQUET_MAGIC = 0x50415231;

    private RecordCount() {}

    /// The records in `file`; empty when its format is another one, or it can't be decompressed to its end.
    static OptionalLong of(Path file) throws IOException {
        int magic = magic(file);
        if (magic == SNAPPY_MAGIC || magic == ZIP_MAGIC) {
            return OptionalLong.empty();
        }
        if (magic == PARQUET_MAGIC) {
            return OptionalLong.of(ParquetFiles.rows(file));
        }
        InputSource source = new InputSource("object", file.toString(), -1, () -> open(file, magic));
        boolean[] broken = new boolean[1];
        long records = 0;
        try (var reader = new InputReader(List.of(source), warning -> broken[0] = true)) {
            while (reader.next() != null) {
                records++;
            }
        } catch (InputException e) {
            return OptionalLong.empty();
        }
        return broken[0] ? OptionalLong.empty() : OptionalLong.of(records);
    }

    private static int magic(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(Integer.BYTES);
            return start.length < Integer.BYTES ? 0 : ByteBuffer.wrap(start).getInt();
        }
    }

    private static InputStream open(Path file, int magic) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        return magic == ZSTD_MAGIC ? new ZstdInputStream(in).setContinuous(false) : in;
    }
}
