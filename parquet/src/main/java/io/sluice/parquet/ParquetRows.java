package io.sluice.parquet;

import io.sluice.input.Format;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import io.sluice.input.RowFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;

/// Apache Parquet, whoever wrote it. Found by `java.util.ServiceLoader`; safe for concurrent use.
public final class ParquetRows implements RowFiles {
    @Override
    public Format format() {
        return Format.PARQUET;
    }

    @Override
    public RecordInput open(String id, String name, RangedBytes file, int recordBytesMax) throws IOException {
        return ParquetRecords.open(id, name, file, recordBytesMax);
    }

    @Override
    public long count(String name, RangedBytes file) throws IOException {
        return FooterRows.count(name, file);
    }

    @Override
    public void copy(String name, RangedBytes file, BitSet without, OutputStream out) throws IOException {
        ParquetCopy.copy(name, file, without, out);
    }
}
