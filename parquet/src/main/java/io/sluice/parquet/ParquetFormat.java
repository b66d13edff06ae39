package io.sluice.parquet;

import io.sluice.convert.FormatConversion;
import io.sluice.convert.RowFormat;
import io.sluice.convert.RowWriter;
import java.io.IOException;
import java.io.OutputStream;

/// Apache Parquet. Found by `java.util.ServiceLoader`; safe for concurrent use.
public final class ParquetFormat implements RowFormat {
    @Override
    public RowWriter begin(FormatConversion conversion, OutputStream out) throws IOException {
        return new ParquetRowWriter(conversion, out);
    }
}
