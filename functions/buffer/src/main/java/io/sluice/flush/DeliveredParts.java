package io.sluice.flush;

import io.sluice.manifest.Delivery;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectStore;
import java.util.Optional;

/// Tells what of a delivery is in the data bucket, by HEAD, for who has to know whether anybody wrote it. Safe for
/// concurrent use.
public final class DeliveredParts {
    private final ObjectStore data;

    public DeliveredParts(ObjectStore data) {
        this.data = data;
    }

    /// The parts of a delivery that are there.
    public enum Found {
        /// Nothing that was written for it.
        NOTHING,
        /// Its rejects and not yet its own object.
        REJECTS,
        /// All of it.
        ALL
    }

    /// @throws io.sluice.objects.StoreException when it cannot be found out
    public Found find(Delivery delivery, SegmentTable segments) {
        String fingerprint = Fingerprint.of(delivery, segments);
        if (data.head(delivery.key()).filter(info -> info.fingerprint().equals(fingerprint)).isPresent()) {
            return Found.ALL;
        }
        Optional<ObjectInfo> rejects = delivery.rejects().flatMap(data::head)
                .filter(info -> RejectedRows.areOf(fingerprint, info.fingerprint()));
        if (rejects.isEmpty()) {
            return Found.NOTHING;
        }
        return RejectedRows.areAll(rejects.get(), delivery) ? Found.ALL : Found.REJECTS;
    }
}
