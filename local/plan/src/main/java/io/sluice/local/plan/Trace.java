package io.sluice.local.plan;

import io.sluice.reject.Reject;
import java.util.Map;

/// The records that the transform function's steps made of a sample: for each that is staged, in order, its partition,
/// its size and the source record that it came out of. Partitions are numbered in the order of their first record.
///
/// @param partitionOf     number of each record's partition
/// @param bytesOf         bytes of each record as it is buffered, with its delimiter; of an error record, its line's
/// @param endOf           source bytes up to and with the source record that each record came out of
/// @param errors          whether each partition, by number, is one of error records
/// @param sourceBytes     bytes of all source records
/// @param rejects         how many records were rejected, by why
/// @param dropped         records that a transformation dropped
/// @param carriedMax      the most records that one source record carried
record Trace(int[] partitionOf, int[] bytesOf, long[] endOf, boolean[] errors, long sourceBytes,
        Map<Reject, Long> rejects, long dropped, long carriedMax) {
    Trace {
        rejects = Map.copyOf(rejects);
    }

    /// Records that are staged, error records included.
    int records() {
        return partitionOf.length;
    }

    long rejected() {
        return rejects.values().stream().mapToLong(Long::longValue).sum();
    }

    /// Partitions of data that the first `records` records are in.
    int partitionsAfter(int records) {
        boolean[] seen = new boolean[errors.length];
        int count = 0;
        for (int i = 0; i < records; i++) {
            int partition = partitionOf[i];
            if (!seen[partition] && !errors[partition]) {
                count++;
            }
            seen[partition] = true;
        }
        return count;
    }
}
