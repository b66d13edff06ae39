package io.sluice.config;

import io.sluice.convert.ParquetSettings;
import io.sluice.convert.ParquetSettings.PageCompression;
import io.sluice.convert.ParquetSettings.WriterVersion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads `OutputFormatConfiguration`, whose shape is checked already.
final class SerializerReader {
    private static final String PARQUET = "ParquetSerDe";
    private static final String ORC = "OrcSerDe";
    private static final int BLOCK_BYTES_MIN = 64 << 20;
    private static final int PAGE_BYTES_MIN = 64 << 10;
    private static final Map<String, PageCompression> COMPRESSIONS = compressions();
    private static final Map<String, WriterVersion> VERSIONS = versions();

    private SerializerReader() {}

    /// Reads the section; the default where it is wrong.
    static ParquetSettings read(Optional<Fields> output, Problems problems) {
        Optional<Fields> serializer = output.flatMap(given -> given.object("Serializer"));
        boolean parquet = serializer.map(given -> given.any(PARQUET).isPresent()).orElse(false);
        boolean orc = serializer.map(given -> given.any(ORC).isPresent()).orElse(false);
        if (output.isPresent() && !parquet && !orc) {
            problems.lifted(output.get().place("Serializer"), FirehoseMessages.SERIALIZER_MISSING,
                    PARQUET + " writes the objects");
        }
        if (parquet && orc) {
            problems.error(serializer.get().place(), FirehoseMessages.ONE_SERIALIZER);
        } else if (orc && problems.deliveryMode() == DeliveryMode.BUFFER) {
            problems.error(serializer.get().place(ORC), "buffer delivery converts to Parquet, not to ORC; use "
                    + PARQUET + ", or firehose delivery");
        }
        return serializer.flatMap(given -> given.object(PARQUET)).map(SerializerReader::parquet)
                .orElse(ParquetSettings.DEFAULT);
    }

    private static ParquetSettings parquet(Fields parquet) {
        return new ParquetSettings(parquet.oneOf("Compression", COMPRESSIONS).orElse(PageCompression.SNAPPY),
                Checks.integer(parquet, "BlockSizeBytes", BLOCK_BYTES_MIN, Integer.MAX_VALUE)
                        .orElse(ParquetSettings.BLOCK_BYTES_DEFAULT),
                Checks.integer(parquet, "PageSizeBytes", PAGE_BYTES_MIN, Integer.MAX_VALUE)
                        .orElse(ParquetSettings.PAGE_BYTES_DEFAULT),
                parquet.flag("EnableDictionaryCompression").orElse(ParquetSettings.DEFAULT.dictionary()),
                Checks.integer(parquet, "MaxPaddingBytes", 0, Integer.MAX_VALUE).orElse(0),
                parquet.oneOf("WriterVersion", VERSIONS).orElse(WriterVersion.V1));
    }

    private static Map<String, PageCompression> compressions() {
        Map<String, PageCompression> names = new LinkedHashMap<>();
        names.put("UNCOMPRESSED", PageCompression.UNCOMPRESSED);
        names.put("GZIP", PageCompression.GZIP);
        names.put("SNAPPY", PageCompression.SNAPPY);
        return names;
    }

    private static Map<String, WriterVersion> versions() {
        Map<String, WriterVersion> names = new LinkedHashMap<>();
        names.put("V1", WriterVersion.V1);
        names.put("V2", WriterVersion.V2);
        return names;
    }
}
