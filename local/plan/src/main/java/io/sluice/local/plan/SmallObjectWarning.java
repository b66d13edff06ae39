package io.sluice.local.plan;

import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// A warning: objects are so small that whoever reads them pays for opening rather than reading them.
///
/// @param meanBytes     of an average object, compressed
/// @param partitionsMax the most partitions that, with the interval as it is, have objects that are large enough
/// @param cure          the shortest interval that makes objects large enough, and the size to go with it; empty where
///                      even a day does not
public record SmallObjectWarning(double meanBytes, long partitionsMax, Optional<Cure> cure) {
    /// Objects below this are small. Athena's guide to tuning asks for 128 MB; an eighth of that is where it starts to
    /// hurt.
    public static final double BYTES_MIN = 16e6;

    private static final List<Duration> INTERVALS = List.of(Duration.ofSeconds(60), Duration.ofSeconds(120),
            Duration.ofSeconds(300), Duration.ofSeconds(600), Duration.ofSeconds(900), Duration.ofMinutes(30),
            Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(4), Duration.ofHours(8), Duration.ofHours(12),
            Duration.ofDays(1));
    private static final double MIB = 1 << 20;
    /// The largest `SizeInMBs` in `buffer` delivery.
    private static final long SIZE_MAX = 1_024;

    /// A setting that helps.
    ///
    /// @param interval  `IntervalInSeconds`
    /// @param sizeInMbs `SizeInMBs`; empty where it is large enough as it is
    public record Cure(Duration interval, OptionalLong sizeInMbs) {}

    /// @param objects     as the stream is configured
    /// @param size        of an object
    /// @param atInterval  the objects with another interval and no bound on their size
    static Optional<SmallObjectWarning> of(ObjectForecast objects, StreamConfiguration stream, ObjectSize size,
            Function<Duration, ObjectForecast> atInterval) {
        if (objects.count() == 0 || objects.meanBytes() >= BYTES_MIN) {
            return Optional.empty();
        }
        Duration interval = stream.interval();
        Optional<Cure> cure = INTERVALS.stream().map(each -> each.compareTo(interval) < 0 ? interval : each)
                .filter(each -> atInterval.apply(each).meanBytes() >= BYTES_MIN).findFirst()
                .map(each -> new Cure(each, sizeInMbs(stream.objectBytesMax(), size)));
        double ofRecords = Math.max(0, objects.bytes() - objects.count() * size.fixed());
        return Optional.of(new SmallObjectWarning(objects.meanBytes(),
                (long) (ofRecords / Math.max(1, BYTES_MIN - size.fixed())), cure));
    }

    private static OptionalLong sizeInMbs(long configuredBytes, ObjectSize size) {
        // Twice that, so that an interval's last object, which is what is left, does not spoil the average.
        double rawBytes = (2 * BYTES_MIN - size.fixed()) / size.perByte();
        return rawBytes <= configuredBytes
                ? OptionalLong.empty()
                : OptionalLong.of(Math.min(SIZE_MAX, (long) Math.ceil(rawBytes / MIB)));
    }
}
