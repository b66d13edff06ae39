package io.sluice.recover;

/// Says in the table how far a recovery of it got, so that one that was killed is taken up again, and what it wrote is not taken for
/// somebody else's. Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException] and may be repeated whatever its outcome was.
public interface RecoveryMark {
    /// How far a recovery got.
    enum Progress {
        /// No recovery wrote into this table.
        NONE,
        /// One has begun, and not ended.
        BEGUN,
        /// All that was to be written is written.
        ENDED
    }

    /// Read consistently.
    Progress read();

    /// @param progress [Progress#BEGUN] or [Progress#ENDED]
    void write(Progress progress);
}
