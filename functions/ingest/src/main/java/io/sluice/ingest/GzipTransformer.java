package io.sluice.ingest;

import io.sluice.input.Decompression;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;

/// `gzip`: decompresses records that producers compressed, all members of each. A record with bytes that belong to no
/// member fails: they would be lost.
public final class GzipTransformer implements RecordTransformer {
    @Override
    public String name() {
        return "gzip";
    }

    @Override
    public Transformed transform(byte[] record) {
        return switch (Decompression.gunzip(record)) {
            case Decompression.Result.Decompressed(byte[] data) -> Transformed.kept(data);
            case Decompression.Result.Failed(String cause) ->
                new Transformed.Failed("not a gzip record: " + cause);
        };
    }
}
