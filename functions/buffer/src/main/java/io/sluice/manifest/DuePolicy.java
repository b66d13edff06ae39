package io.sluice.manifest;

import io.sluice.partition.Partition;
import java.time.Duration;
import java.util.List;

/// The policy by which a partition's chunks become an object: at a size, or at an age. The policy of now decides,
/// whichever was in force when the chunks were staged.
///
/// @param objectBytesMax raw bytes at which an object is cut (`SizeInMBs`)
/// @param interval       for which a chunk waits at most until it is due (`IntervalInSeconds`)
/// @param flushEvery     time until the next scheduled run
/// @param rules          of which the first that is for a partition replaces size and interval
public record DuePolicy(long objectBytesMax, Duration interval, Duration flushEvery, List<BufferingRule> rules) {
    private static final Duration AHEAD_MAX = Duration.ofHours(3);

    public DuePolicy {
        rules = List.copyOf(rules);
    }

    /// One for all partitions.
    public DuePolicy(long objectBytesMax, Duration interval, Duration flushEvery) {
        this(objectBytesMax, interval, flushEvery, List.of());
    }

    /// A partition's own.
    DuePolicy of(Partition partition) {
        return rules.stream().filter(rule -> rule.isFor(partition)).findFirst()
                .map(rule -> new DuePolicy(rule.objectBytesMax(), rule.interval(), flushEvery)).orElse(this);
    }

    /// One by which a block's partitions are due no later than any of them is by its own.
    DuePolicy soonest(PendingBlock block) {
        DuePolicy soonest = this;
        for (BufferingRule rule : rules) {
            if (rule.mayBeIn(block)) {
                soonest = new DuePolicy(Math.min(soonest.objectBytesMax, rule.objectBytesMax()),
                        soonest.interval.compareTo(rule.interval()) < 0 ? soonest.interval : rule.interval(),
                        flushEvery);
            }
        }
        return soonest;
    }

    /// True at the interval, and also when the partition would pass 1.5 times the interval before the next run:
    /// Firehose's own bound on freshness under dynamic partitioning. What lies further ahead than any source's arrivals
    /// do was told by a wrong clock, and doesn't wait for it.
    boolean isOld(long since, long now) {
        long age = now - since;
        long intervalMillis = interval.toMillis();
        return age >= intervalMillis || 2 * (age + flushEvery.toMillis()) > 3 * intervalMillis
                || -age > AHEAD_MAX.toMillis();
    }

    /// True when what arrived then can't be delivered within that bound any more.
    boolean isLate(long arrival, long now) {
        return 2 * (now - arrival) > 3 * interval.toMillis();
    }
}
