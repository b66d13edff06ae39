package io.sluice.retention;

import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import java.time.Instant;
import java.util.Set;

/// What flush runs may still write: no object of it is touched.
///
/// @param open          keys of deliveries that are open
/// @param settledBefore objects written from here on may belong to a delivery that was decided since
record InFlight(Set<ObjectKey> open, Instant settledBefore) {
    boolean mayWrite(ObjectInfo object) {
        return open.contains(object.key()) || !object.modified().isBefore(settledBefore);
    }
}
