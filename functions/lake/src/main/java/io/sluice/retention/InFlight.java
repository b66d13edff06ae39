package io.sluice.retention;

import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import java.time.Instant;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// The objects that flush runs may still write: none of them is touched.
///
/// @param open          keys of deliveries that are open
/// @param settledBefore objects written from here on may belong to a delivery that was decided since
/// @param begun         whether a flush run committed since, where none ever had: asked after each listing
record InFlight(Set<ObjectKey> open, Instant settledBefore, BooleanSupplier begun) {
    /// Of a stream whose flush runs are known to have committed.
    static InFlight of(Set<ObjectKey> open, Instant settledBefore) {
        return new InFlight(open, settledBefore, () -> false);
    }

    boolean mayWrite(ObjectInfo object) {
        return open.contains(object.key()) || !object.modified().isBefore(settledBefore);
    }
}
