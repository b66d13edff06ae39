package io.sluice.ingest;

import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/// `gzip`: decompresses records that producers compressed.
public final class GzipTransformer implements RecordTransformer {
    private static final int BYTES_MAX = 64 << 20;

    @Override
    public String name() {
        return "gzip";
    }

    @Override
    public Transformed transform(byte[] record) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(record))) {
            byte[] data = in.readNBytes(BYTES_MAX + 1);
            return data.length > BYTES_MAX
                    ? new Transformed.Failed("the record decompresses to more than " + BYTES_MAX + " bytes")
                    : Transformed.kept(data);
        } catch (IOException e) {
            return new Transformed.Failed("not a gzip record: " + e.getMessage());
        }
    }
}
