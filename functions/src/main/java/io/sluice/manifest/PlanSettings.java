package io.sluice.manifest;

import java.time.Duration;

/// What a plan depends on besides the manifest, the entries and the time.
///
/// @param shardCount      index shards that ingest writes to now
/// @param foldedFor       how long folded batches are remembered; longer than the source may retry
/// @param deliveriesMax   objects decided by one commit; further due partitions wait for the next
/// @param pendingBytesMax bytes of the pending table above which every partition is due: memory is bounded whatever the
///        number of partitions
public record PlanSettings(DuePolicy due, ObjectNaming naming, int shardCount, Duration foldedFor, int deliveriesMax,
        int pendingBytesMax) {}
