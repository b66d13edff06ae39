package io.sluice.flush;

import io.sluice.manifest.PendingTotals;
import io.sluice.manifest.StreamTally;
import java.util.ArrayList;
import java.util.List;

/// The results of a flush run: what it did and what it left.
///
/// @param version          the stream's version when the run ended
/// @param batchesFolded    batches folded by this run
/// @param batchesRepeated  batches recognised as folded before and dropped
/// @param objects          objects that this run saw written, error objects included
/// @param errorObjects     error objects among them
/// @param records          records in those objects, error records included
/// @param rejected         records among them that could not be converted
/// @param rawBytes         their bytes before compression
/// @param bytes            bytes of the objects that this run wrote itself
/// @param failed           attempts to write an object that failed in this run
/// @param damaged          chunks whose staged bytes this run found damaged, each of which keeps its delivery open;
///     and batches that it found unreadable
/// @param foreign          keys of open deliveries at which this run found objects that Sluice did not deliver
/// @param discarded        records of the objects' deliveries that are in no object, on an operator's word
/// @param open             deliveries that are still open
/// @param partitionsPeak   the largest number of partitions that were active during the run
/// @param pending          what waits
/// @param tally            what went through the stream since its first commit
/// @param busiest          the largest throughput of a partition among the objects, raw bytes a second of their
///     records' time
/// @param waitingSince     since when the record waits that waits longest, whether it is pending or its delivery is
///     open, epoch milliseconds: since it arrived, or, where it came late, since it was staged; not after what the
///     index had that this run did not read, either. [Long#MAX_VALUE] when none does
/// @param oldestArrived    oldest arrival time among the entries that the run found, epoch milliseconds;
///        [Long#MAX_VALUE] when there were none
/// @param problems         what went wrong, at most a hundred sentences of a run; it carried on after each
/// @param superseded       true when another run committed first: it holds what this one would have done
public record FlushSummary(long version, int batchesFolded, int batchesRepeated, int objects, int errorObjects,
        long records, long rejected, long rawBytes, long bytes, int failed, int damaged, int foreign, long discarded,
        int open, int partitionsPeak, PendingTotals pending, StreamTally tally, double busiest, long waitingSince,
        long oldestArrived, List<String> problems, boolean superseded) {
    /// A run that found and left nothing.
    public static final FlushSummary NOTHING = new FlushSummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            PendingTotals.NONE, StreamTally.ZERO, 0, Long.MAX_VALUE, Long.MAX_VALUE, List.of(), false);

    public FlushSummary {
        problems = List.copyOf(problems);
    }

    /// Returns the sum of two runs that were for two buffers of a stream. The version counts the commits of both.
    public FlushSummary and(FlushSummary other) {
        List<String> all = new ArrayList<>(problems);
        all.addAll(other.problems);
        return new FlushSummary(version + other.version, batchesFolded + other.batchesFolded,
                batchesRepeated + other.batchesRepeated, objects + other.objects, errorObjects + other.errorObjects,
                records + other.records, rejected + other.rejected, rawBytes + other.rawBytes, bytes + other.bytes,
                failed + other.failed, damaged + other.damaged, foreign + other.foreign, discarded + other.discarded,
                open + other.open, partitionsPeak + other.partitionsPeak, pending.plus(other.pending),
                tally.plus(other.tally), Math.max(busiest, other.busiest), Math.min(waitingSince, other.waitingSince),
                Math.min(oldestArrived, other.oldestArrived), all, superseded || other.superseded);
    }

    /// True when the run found nothing to do, and nothing waits.
    public boolean idle() {
        return drained() && batchesFolded == 0 && batchesRepeated == 0 && objects == 0 && problems.isEmpty();
    }

    /// True when nothing waits, the index included, and nothing is open. A batch that cannot be read waits.
    public boolean drained() {
        return pending.partitions() == 0 && open == 0 && waitingSince == Long.MAX_VALUE && damaged == 0;
    }
}
