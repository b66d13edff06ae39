package io.sluice.local.run;

/// Is told how a run goes on. Called from the run's own thread, often.
public interface Progress {
    /// @param records          records fed so far
    /// @param bytes            their bytes
    /// @param activePartitions partitions that wait at the last flush
    /// @param objects          objects written so far
    void at(long records, long bytes, long activePartitions, long objects);

    /// A sentence that the user should read.
    void warning(String text);
}
