package io.sluice.parquet;

import io.sluice.convert.FormatConversion;
import io.sluice.convert.RowReader;
import io.sluice.convert.RowReaders;
import io.sluice.input.RangedBytes;
import java.io.IOException;

/// Apache Parquet of Sluice's own schema. Found by `java.util.ServiceLoader`; safe for concurrent use.
public final class ParquetTableRows implements RowReaders {
    @Override
    public RowReader open(String name, RangedBytes file, FormatConversion conversion) throws IOException {
        return ParquetRowReader.open(name, new RangedFile(file), conversion);
    }
}
