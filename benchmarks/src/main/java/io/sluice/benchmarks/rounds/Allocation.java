package io.sluice.benchmarks.rounds;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/// The heap memory that the calling thread allocates.
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /// Bytes that `work` allocates each time it is done.
    public static double bytes(Contestant.Work work, int times) throws IOException {
        work.run();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < times; i++) {
            work.run();
        }
        return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / times;
    }
}
