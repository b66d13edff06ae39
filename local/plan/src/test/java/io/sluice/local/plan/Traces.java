package io.sluice.local.plan;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;

/// Traces of source records that each carry one record of the same size.
final class Traces {
    private Traces() {}

    /// @param recordBytes of each source record and of what it carries
    /// @param partitions  each record's, numbered in the order of their first record; none is one of error records
    static Trace of(int recordBytes, int... partitions) {
        int[] bytes = new int[partitions.length];
        Arrays.fill(bytes, recordBytes);
        long[] ends = LongStream.rangeClosed(1, partitions.length).map(record -> record * recordBytes).toArray();
        int count = Arrays.stream(partitions).max().orElse(-1) + 1;
        return new Trace(partitions, bytes, ends, new boolean[count], (long) recordBytes * partitions.length, Map.of(),
                0, 1);
    }
}
