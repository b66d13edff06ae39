package io.sluice.manifest;

import io.sluice.landing.LandedObject;
import java.util.List;

/// The state of a delivery after an attempt at it.
///
/// @param rejected records of it that are in its object of rejects and not in its own; 0 unless it was written
/// @param discarded records of it that are in neither, on an operator's word; 0 unless it was written
/// @param objects   those that are there, at most two; none unless it was written
public record Settled(DeliveryOutcome outcome, long rejected, long discarded, List<LandedObject> objects) {
    public Settled {
        objects = List.copyOf(objects);
        if (rejected < 0 || discarded < 0 || (rejected + discarded > 0 && outcome != DeliveryOutcome.WRITTEN)) {
            throw new IllegalArgumentException(
                    rejected + " records rejected and " + discarded + " discarded by a delivery that is " + outcome);
        }
    }

    /// Of a stream without a landing log.
    public Settled(DeliveryOutcome outcome, long rejected, long discarded) {
        this(outcome, rejected, discarded, List.of());
    }
}
