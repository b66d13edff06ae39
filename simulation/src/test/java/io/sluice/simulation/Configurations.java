package io.sluice.simulation;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Draws the versions of a world's configuration.
final class Configurations {
    /// Formats that need no temporary file.
    private static final List<Compression> FORMATS = List.of(Compression.UNCOMPRESSED, Compression.UNCOMPRESSED,
            Compression.GZIP, Compression.ZSTD, Compression.SNAPPY);

    private static final List<Compression> JOINED = List.of(Compression.UNCOMPRESSED, Compression.GZIP,
            Compression.ZSTD);

    private static final int ONE_CONVERTS_IN = 5;

    private Configurations() {}

    static List<Configuration> draw(Choices choices) {
        int count = choices.between(1, 3);
        List<Configuration> configurations = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            Configuration.Layout layout = choices.pick(Configuration.Layout.USUAL);
            configurations.add(new Configuration(number, layout, format(layout, choices), choices.between(1, 4)));
        }
        return configurations;
    }

    /// The versions of a stream that days are moved into: dated folders of one format, without conversion.
    static List<Configuration> drawDated(Choices choices, int versions) {
        return dated(choices.pick(FORMATS), choices, versions);
    }

    /// The versions of a stream whose days are compacted: the same in a format that can be joined.
    static List<Configuration> drawCompacted(Choices choices, int versions) {
        return dated(choices.pick(JOINED), choices, versions);
    }

    private static List<Configuration> dated(Compression compression, Choices choices, int versions) {
        return IntStream.range(0, versions).mapToObj(number -> new Configuration(number,
                Configuration.Layout.KEY_AND_DAY, new ObjectFormat.Joined(compression), choices.between(1, 4)))
                .toList();
    }

    /// An object whose oldest record was rejected does not show any more which hour it was named after.
    private static ObjectFormat format(Configuration.Layout layout, Choices choices) {
        return layout != Configuration.Layout.KEY_AND_HOUR && choices.oneIn(ONE_CONVERTS_IN)
                ? new ObjectFormat.Parquet(PickyConverter.SPECIFICATION)
                : new ObjectFormat.Joined(choices.pick(FORMATS));
    }
}
