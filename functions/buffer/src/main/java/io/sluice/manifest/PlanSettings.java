package io.sluice.manifest;

import java.time.Duration;
import java.util.Optional;

/// The settings of a plan, besides the manifest, the entries and the time.
///
/// @param errorOutput          where records go that S3 refuses, or that are beyond the limit of active partitions
/// @param retry                how long S3 may refuse an object before its records go to the error output
/// @param activePartitionLimit partitions that may be buffered at once; empty: no limit
/// @param shardCount      index shards that ingest writes to now
/// @param foldedFor       how long folded batches are remembered; longer than the source may retry
/// @param deliveriesMax   objects decided by one commit; further due partitions wait for the next
/// @param pendingBytesMax bytes of the pending table above which every partition is due: memory is bounded whatever the
///        number of partitions
/// @param landingsKept    how long a landing stays; empty: there is no landing log, and no commit lists what it saw
///        written
public record PlanSettings(DuePolicy due, ObjectNaming naming, ErrorOutput errorOutput, Duration retry,
        Optional<Integer> activePartitionLimit, int shardCount, Duration foldedFor, int deliveriesMax,
        int pendingBytesMax, Optional<Duration> landingsKept) {
    /// Of a stream without a landing log.
    public PlanSettings(DuePolicy due, ObjectNaming naming, ErrorOutput errorOutput, Duration retry,
            Optional<Integer> activePartitionLimit, int shardCount, Duration foldedFor, int deliveriesMax,
            int pendingBytesMax) {
        this(due, naming, errorOutput, retry, activePartitionLimit, shardCount, foldedFor, deliveriesMax,
                pendingBytesMax, Optional.empty());
    }

    /// The same in another buffer of the stream.
    public PlanSettings in(String buffer) {
        return new PlanSettings(due, naming.in(buffer), errorOutput, retry, activePartitionLimit, shardCount, foldedFor,
                deliveriesMax, pendingBytesMax, landingsKept);
    }
}
