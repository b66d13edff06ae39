package io.sluice.benchmarks.sustain;

import io.sluice.benchmarks.rounds.CpuClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/// Processor time of one burst: the calling thread's, and the collector's while the burst went on. For one burst at a
/// time.
final class Processor {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private static long collections;
    private static long collectorNanos;

    private Processor() {}

    /// Begins a burst; collections before it are not its own.
    static long start() {
        long now = collectionCount();
        if (now != collections) {
            collections = now;
            collectorNanos = CpuClock.collectorNanos();
        }
        return THREADS.getCurrentThreadCpuTime();
    }

    /// Nanoseconds since `start`. The collector's clock is looked at only where a collection went on: it costs more
    /// than a short burst.
    static long since(long start) {
        long own = THREADS.getCurrentThreadCpuTime() - start;
        return collectionCount() == collections ? own : own + CpuClock.collectorNanos() - collectorNanos;
    }

    private static long collectionCount() {
        long count = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            count += collector.getCollectionCount();
        }
        return count;
    }
}
