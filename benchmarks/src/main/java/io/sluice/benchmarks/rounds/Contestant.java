package io.sluice.benchmarks.rounds;

import java.io.IOException;

/// One of several ways to do the same work.
public interface Contestant {
    String name();

    /// Does the work so many times.
    ///
    /// @return how long that took, in nanoseconds of processor time where the work is done in one thread
    long run(int times) throws IOException;

    /// A contestant in this process, in the calling thread.
    static Contestant of(String name, Work work) {
        return new Contestant() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long run(int times) throws IOException {
                long start = CpuClock.nanos();
                for (int i = 0; i < times; i++) {
                    work.run();
                }
                return CpuClock.nanos() - start;
            }
        };
    }

    /// The work, once.
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }
}
