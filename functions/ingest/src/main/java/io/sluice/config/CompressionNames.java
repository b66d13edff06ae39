package io.sluice.config;

import io.sluice.codec.Compression;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The configured names of compression formats.
final class CompressionNames {
    /// Firehose's, in the order in which its message lists them.
    static final Map<String, Compression> FIREHOSE = named(Compression.ZIP, Compression.HADOOP_SNAPPY,
            Compression.SNAPPY, Compression.GZIP, Compression.UNCOMPRESSED);
    /// Those of the flusher.
    static final Map<String, Compression> ALL = named(Compression.values());

    private CompressionNames() {}

    private static Map<String, Compression> named(Compression... formats) {
        Map<String, Compression> names = new LinkedHashMap<>();
        for (Compression format : formats) {
            names.put(format.wireName(), format);
        }
        return Collections.unmodifiableMap(names);
    }
}
