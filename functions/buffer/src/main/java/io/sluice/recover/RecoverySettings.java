package io.sluice.recover;

import io.sluice.flush.ReleasedSegments;
import java.time.Duration;
import java.util.Optional;

/// The settings of a recovery, besides its ports.
///
/// @param shardCount index shards that ingest writes to now
/// @param quietFor   how long nothing may have been staged before a recovery begins, so that nobody is alive who would
///        stage or commit; zero where nobody can be
/// @param released   where segments that were delivered are kept, they are read for their records' receipts
/// @param delivered  what tells whether a manifest was deleted; empty: somebody knows that none was
/// @param landings   whether the stream has a landing log
public record RecoverySettings(int shardCount, Duration quietFor, ReleasedSegments released,
        Optional<DeliveredObjects> delivered, boolean landings) {
    /// An invocation's longest life.
    public static final Duration INVOCATION_MAX = Duration.ofMinutes(15);

    /// Of a stream without a landing log.
    public RecoverySettings(int shardCount, Duration quietFor, ReleasedSegments released,
            Optional<DeliveredObjects> delivered) {
        this(shardCount, quietFor, released, delivered, false);
    }
}
