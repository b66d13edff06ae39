package io.sluice.benchmarks.parquet;

import io.sluice.benchmarks.data.Clickstream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Clicks in a file, a record a line, that are to become one Parquet file.
///
/// @param dictionary whether columns whose values repeat have dictionaries, the default
record ClickFile(Clickstream stream, int records, boolean dictionary, Path file) {
    static ClickFile write(Clickstream stream, int records, boolean dictionary, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < records; i++) {
                out.write(stream.record(i));
                out.write('\n');
            }
        }
        return new ClickFile(stream, records, dictionary, file);
    }

    String name() {
        return "parquet, " + stream.recordBytes() + " B" + (dictionary ? "" : ", no dictionaries");
    }

    double megabytes() {
        return (double) records * stream.recordBytes() / 1e6;
    }

    /// A file beside it.
    Path beside(String name) {
        return file.resolveSibling(name);
    }
}
