package io.sluice.recover;

/// Says in the table that a recovery has begun and not ended, so that one that was killed is taken up again, and what it wrote is not
/// taken for somebody else's. Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException] and may be repeated whatever its outcome was.
public interface RecoveryMark {
    /// Whether a recovery has begun and not ended, read consistently.
    boolean isSet();

    void set();

    void remove();
}
