package io.sluice.direct;

import io.sluice.config.StreamConfiguration;
import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The metric of the ages of a stream's groups of calls, each from its first call to its answer, whichever that is.
/// They are counted, and told as a line each ten seconds at most, with the longest since the line before: a line is
/// paid for by its bytes, and a group is not worth one. Thread-safe.
public final class GroupAgeMetric implements Consumer<Duration> {
    private static final long PACE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final double[] BOUNDS = {0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30};
    private static final double NANOS = 1e9;

    private final StreamConfiguration stream;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Consumer<String> lines;
    private final long[] upTo = new long[BOUNDS.length];
    private long groups;
    private Duration sum = Duration.ZERO;
    private Duration longest = Duration.ZERO;
    private long toldAt;

    /// @param clock the real time
    /// @param nanos a monotonic clock
    /// @param lines takes lines of metrics, without their ends
    public GroupAgeMetric(StreamConfiguration stream, InstantSource clock, LongSupplier nanos, Consumer<String> lines) {
        this.stream = stream;
        this.clock = clock;
        this.nanos = nanos;
        this.lines = lines;
        this.toldAt = nanos.getAsLong() - PACE_NANOS;
    }

    /// The ages so far.
    ///
    /// @param upTo    how many were at most so many seconds
    /// @param groups  how many there were
    /// @param seconds of all of them
    public record Counted(SortedMap<Double, Long> upTo, long groups, double seconds) {}

    /// Takes the age of a group that is answered.
    @Override
    public void accept(Duration age) {
        line(age).ifPresent(lines);
    }

    private synchronized Optional<String> line(Duration age) {
        for (int i = 0; i < BOUNDS.length; i++) {
            upTo[i] += age.toNanos() <= BOUNDS[i] * NANOS ? 1 : 0;
        }
        groups++;
        sum = sum.plus(age);
        longest = longest.compareTo(age) > 0 ? longest : age;
        long now = nanos.getAsLong();
        if (now - toldAt < PACE_NANOS) {
            return Optional.empty();
        }
        Duration told = longest;
        longest = Duration.ZERO;
        toldAt = now;
        return EmfMetrics.of(stream.stream(), clock.instant(), stream.sluice().observability())
                .put(Metric.CALL_GROUP_AGE, (double) told.toMillis()).line();
    }

    /// Those that were taken so far.
    public synchronized Counted counted() {
        SortedMap<Double, Long> counts = new TreeMap<>();
        for (int i = 0; i < BOUNDS.length; i++) {
            counts.put(BOUNDS[i], upTo[i]);
        }
        return new Counted(counts, groups, sum.toNanos() / NANOS);
    }
}
