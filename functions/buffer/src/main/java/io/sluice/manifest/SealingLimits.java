package io.sluice.manifest;

import java.time.Duration;

/// Bounds on what a manifest holds of folded batches, and when the rest of it leaves for objects of its own.
///
/// @param youngFor      how long after the end of its slot a batch is not sealed: nearly all repeats come by then, and
///        need no object to be known by
/// @param idsHeld       ids of older batches that stay: fewer are not worth a request
/// @param idsHeldMax    ids of all batches that stay, the young ones included
/// @param slotsAtOnce   slots sealed by one commit
/// @param objectsOfSlot small objects that a slot may have; more are joined
/// @param idsJoined     ids from which on an object is not small
/// @param joinsAtOnce   slots whose objects are joined by one commit
public record SealingLimits(Duration youngFor, int idsHeld, int idsHeldMax, int slotsAtOnce, int objectsOfSlot,
        int idsJoined, int joinsAtOnce) {
    /// Half a megabyte of old ids, 16 MB of all, 20 MB to join a slot.
    public static final SealingLimits USUAL = new SealingLimits(Duration.ofMinutes(20), 1 << 15, 1 << 20, 128, 8,
            1 << 17, 4);
}
