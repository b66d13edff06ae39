package io.sluice.local.plan;

import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The same stream with Firehose's own dynamic partitioning.
///
/// @param activePartitions partitions that are in its buffer at once
/// @param objects          what an interval of `interval` is delivered as
/// @param interval         its buffer interval
/// @param refusals         what it would refuse, in sentences
public record FirehoseForecast(double activePartitions, ObjectForecast objects, Duration interval,
        List<String> refusals) {
    /// Amazon's default quota of active partitions; it can be raised.
    public static final int ACTIVE_PARTITIONS_MAX = 500;

    private static final int CARRIED_MAX = 500;
    private static final Duration INTERVAL_MIN = Duration.ofSeconds(60);
    private static final Duration INTERVAL_MAX = Duration.ofSeconds(900);
    private static final long BYTES_MIN = 64L << 20;
    private static final long BYTES_MAX = 128L << 20;

    public FirehoseForecast {
        refusals = List.copyOf(refusals);
    }

    /// @param configured what Firehose refuses in the configuration, in sentences
    static FirehoseForecast of(StreamConfiguration stream, Trace trace, Growth growth, Traffic traffic,
            ObjectSize size, List<String> configured) {
        Duration interval = within(stream.interval());
        SampleWindow buffered = SampleWindow.of(trace, growth, traffic.bytesPerSecond() * interval.toSeconds());
        ObjectForecast objects = ObjectForecast.of(buffered, size,
                (double) Math.clamp(stream.objectBytesMax(), BYTES_MIN, BYTES_MAX));
        List<String> refusals = new ArrayList<>(configured);
        if (buffered.partitions() > ACTIVE_PARTITIONS_MAX) {
            refusals.add(String.format(Locale.ROOT,
                    "%,.0f active partitions: beyond its quota of %,d, records go to the error output"
                            + " (activePartitionExceeded)",
                    buffered.partitions(), ACTIVE_PARTITIONS_MAX));
        }
        if (trace.carriedMax() > CARRIED_MAX) {
            refusals.add(String.format(Locale.ROOT,
                    "a record of %,d sub-records: it does not take more than %,d apart", trace.carriedMax(),
                    CARRIED_MAX));
        }
        return new FirehoseForecast(buffered.partitions(), objects, interval, refusals);
    }

    private static Duration within(Duration interval) {
        if (interval.compareTo(INTERVAL_MIN) < 0) {
            return INTERVAL_MIN;
        }
        return interval.compareTo(INTERVAL_MAX) > 0 ? INTERVAL_MAX : interval;
    }

    /// Objects a month.
    long objectsPerMonth() {
        return Math.round(objects.count() * Traffic.MONTH_SECONDS / interval.toSeconds());
    }
}
