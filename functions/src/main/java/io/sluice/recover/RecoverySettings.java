package io.sluice.recover;

import io.sluice.flush.ReleasedSegments;
import java.time.Duration;

/// What a recovery depends on besides its ports.
///
/// @param shardCount index shards that ingest writes to now
/// @param quietFor   how long nothing may have been staged before a recovery begins, so that nobody is alive who would
///        stage or commit; zero where nobody can be
/// @param released   where segments that were delivered are kept, they are read for their records' receipts
public record RecoverySettings(String stream, int shardCount, Duration quietFor, ReleasedSegments released) {
    /// An invocation's longest life.
    public static final Duration INVOCATION_MAX = Duration.ofMinutes(15);

    /// Settings of a stream whose records are not known one by one.
    public RecoverySettings(String stream, int shardCount, Duration quietFor) {
        this(stream, shardCount, quietFor, ReleasedSegments.DELETED);
    }
}
