package io.sluice.simulation;

import io.sluice.codec.Compression;
import java.util.ArrayList;
import java.util.List;

/// Draws the versions of a world's configuration.
final class Configurations {
    /// Formats that need no temporary file.
    private static final List<Compression> FORMATS = List.of(Compression.UNCOMPRESSED, Compression.UNCOMPRESSED,
            Compression.GZIP, Compression.ZSTD, Compression.SNAPPY);

    private Configurations() {}

    static List<Configuration> draw(Choices choices) {
        int count = choices.between(1, 3);
        List<Configuration> configurations = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            configurations.add(new Configuration(number, choices.pick(List.of(Configuration.Layout.values())),
                    choices.pick(FORMATS), choices.between(1, 4)));
        }
        return configurations;
    }
}
