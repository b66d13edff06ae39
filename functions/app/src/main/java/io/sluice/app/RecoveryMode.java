package io.sluice.app;

import io.sluice.recover.RecoverySettings;
import java.time.Duration;

/// The circumstances under which the index is made again of the staging bucket.
public enum RecoveryMode {
    /// If nothing was staged for as long as an invocation lives.
    WHEN_QUIET,
    /// Somebody made sure that nobody is at work.
    AT_ONCE,
    /// As the first, by who knows that no manifest was deleted.
    AS_FOUND,
    /// Both.
    AT_ONCE_AS_FOUND;

    /// The time for which nothing may have been staged.
    Duration quietFor() {
        return this == AT_ONCE || this == AT_ONCE_AS_FOUND ? Duration.ZERO : RecoverySettings.INVOCATION_MAX;
    }

    boolean isAsFound() {
        return this == AS_FOUND || this == AT_ONCE_AS_FOUND;
    }
}
