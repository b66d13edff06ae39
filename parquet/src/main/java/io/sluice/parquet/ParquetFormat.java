package io.sluice.parquet;

import io.sluice.convert.FormatConversion;
import io.sluice.convert.RowFormat;
import io.sluice.convert.RowWriter;
import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.io.OutputStream;

/// Apache Parquet. Found by `java.util.ServiceLoader`; safe for concurrent use.
public final class ParquetFormat implements RowFormat {
    @Override
    public RowWriter begin(FormatConversion conversion, ObjectKey key, OutputStream out) throws IOException {
        return new ParquetRowWriter(conversion, key, out);
    }
}
