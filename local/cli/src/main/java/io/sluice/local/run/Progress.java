package io.sluice.local.run;

import java.util.function.LongSupplier;

/// Is told how a run goes on. Called from the run's own thread, often.
public interface Progress {
    /// The run is at `phase` from now on.
    default void phase(Phase phase) {}

    /// @param records          records fed so far
    /// @param bytes            their bytes
    /// @param activePartitions partitions that wait at the last flush
    /// @param objects          objects written so far
    void at(long records, long bytes, long activePartitions, long objects);

    /// @param bytes read of the inputs so far, as they are stored
    /// @param of    all that there are
    default void read(long bytes, long of) {}

    /// All records are fed; from now on `puts` says how many PUT requests the flusher has made.
    default void flushing(LongSupplier puts) {}

    /// A sentence that the user should read.
    void warning(String text);
}
