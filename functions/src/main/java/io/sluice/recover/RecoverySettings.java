package io.sluice.recover;

import java.time.Duration;

/// What a recovery depends on besides its ports.
///
/// @param shardCount index shards that ingest writes to now
/// @param quietFor   how long nothing may have been staged before a recovery begins, so that nobody is alive who would
///        stage or commit; zero where nobody can be
public record RecoverySettings(String stream, int shardCount, Duration quietFor) {
    /// An invocation's longest life.
    public static final Duration INVOCATION_MAX = Duration.ofMinutes(15);
}
