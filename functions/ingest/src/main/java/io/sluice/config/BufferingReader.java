package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Reads `BufferingHints`.
final class BufferingReader {
    private static final int SIZE_DEFAULT = 5;
    private static final int SIZE_DEFAULT_PARTITIONED = 128;
    /// Also the most where records are converted.
    static final int SIZE_MAX = 128;
    /// Also where records are converted.
    static final int SIZE_MIN_PARTITIONED = 64;
    /// The largest object in `buffer` delivery, in MiB: the flusher writes an object with one request.
    static final int SIZE_MAX_BUFFER = 1024;
    private static final int INTERVAL_DEFAULT = 300;
    private static final int INTERVAL_MAX = 900;
    private static final int INTERVAL_MIN_PARTITIONED = 60;
    static final int INTERVAL_MAX_BUFFER = 86_400;
    private static final long MIB = 1L << 20;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private BufferingReader() {}

    /// The size and the age at which a partition is due.
    record Buffering(long bytes, Duration interval) {}

    /// @param dynamic     whether `DynamicPartitioningConfiguration` is enabled
    /// @param partitioned whether objects are grouped by keys, or records converted, which makes the default size
    ///        Firehose's for that
    static Buffering read(Fields destination, boolean dynamic, boolean partitioned, Duration flushEvery) {
        int sizeDefault = dynamic || partitioned ? SIZE_DEFAULT_PARTITIONED : SIZE_DEFAULT;
        Optional<Fields> given = destination.object("BufferingHints");
        if (given.isEmpty()) {
            return new Buffering(sizeDefault * MIB, Duration.ofSeconds(INTERVAL_DEFAULT));
        }
        Fields hints = given.get();
        hints.problems().log().range(hints.place(), "SizeInMBs", 1, SIZE_MAX_BUFFER);
        hints.problems().log().range(hints.place(), "IntervalInSeconds", 0, INTERVAL_MAX_BUFFER);
        Optional<Integer> size = hints.integer("SizeInMBs");
        Optional<Integer> interval = hints.integer("IntervalInSeconds");
        hints.rejectOthers();
        if (hints.any("SizeInMBs").isPresent() != hints.any("IntervalInSeconds").isPresent()) {
            hints.problems().error(hints.place(),
                    "SizeInMBs and IntervalInSeconds go together: give both, or neither for the defaults");
        }
        size.ifPresent(value -> checkSize(value, dynamic, hints));
        interval.ifPresent(value -> checkInterval(value, dynamic, flushEvery, hints));
        return new Buffering(size.orElse(sizeDefault) * MIB, Duration.ofSeconds(interval.orElse(INTERVAL_DEFAULT)));
    }

    private static void checkSize(int size, boolean dynamic, Fields hints) {
        Place place = hints.place("SizeInMBs");
        if (size < 1) {
            hints.problems().error(place, ApiConstraint.atLeast(place, 1));
        } else if (size > SIZE_MAX_BUFFER) {
            hints.problems().error(place, ApiConstraint.atMost(place, SIZE_MAX) + "; in buffer delivery "
                    + SIZE_MAX_BUFFER + " is the limit");
        } else if (size > SIZE_MAX) {
            hints.problems().lifted(place, ApiConstraint.atMost(place, SIZE_MAX),
                    "objects may have up to " + SIZE_MAX_BUFFER + " MiB");
        } else if (dynamic && size < SIZE_MIN_PARTITIONED) {
            hints.problems().lifted(place, FirehoseMessages.SIZE_AT_LEAST_64, "any size from 1 MiB");
        }
    }

    private static void checkInterval(int seconds, boolean dynamic, Duration flushEvery, Fields hints) {
        Place place = hints.place("IntervalInSeconds");
        if (seconds < 0) {
            hints.problems().error(place, ApiConstraint.atLeast(place, 0));
        } else if (seconds > INTERVAL_MAX_BUFFER) {
            hints.problems().error(place, ApiConstraint.atMost(place, INTERVAL_MAX) + "; in buffer delivery "
                    + INTERVAL_MAX_BUFFER + " is the limit");
        } else if (seconds > INTERVAL_MAX) {
            hints.problems().lifted(place, ApiConstraint.atMost(place, INTERVAL_MAX), "up to a day");
        } else if (dynamic && seconds < INTERVAL_MIN_PARTITIONED) {
            hints.problems().lifted(place, FirehoseMessages.INTERVAL_AT_LEAST_60, "any interval");
        }
        if (seconds >= 0) {
            warn(Optional.of(Duration.ofSeconds(seconds)), flushEvery, place, hints.problems());
        }
    }

    /// Warns of an interval beside the time between flush runs.
    static void warn(Optional<Duration> given, Duration flushEvery, Place place, Problems problems) {
        if (problems.deliveryMode() != DeliveryMode.BUFFER || given.isEmpty() || !flushEvery.isPositive()) {
            return;
        }
        if (given.get().compareTo(flushEvery) < 0) {
            problems.warning(place, "the flusher runs every " + flushEvery.toSeconds()
                    + " s (Sluice.FlushIntervalInSeconds); objects are no fresher than that");
        }
        warnOfRequests(new Cadence(given.get(), flushEvery), place, problems);
    }

    /// Warns of the price of seconds: requests, and small objects.
    private static void warnOfRequests(Cadence cadence, Place place, Problems problems) {
        Duration every = cadence.effective();
        if (every.compareTo(MINUTE) < 0) {
            problems.warning(place, String.format(Locale.ROOT,
                    "a partition that always has records is written every %d s: %,d PUTs a month for each, where"
                            + " every minute makes %,d; ./sluice plan tells the cost",
                    every.toSeconds(), cadence.objectsPerMonth(), new Cadence(MINUTE, MINUTE).objectsPerMonth()));
        }
    }
}
