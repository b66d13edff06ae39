package io.sluice.manifest;

/// What is known of a delivery after an attempt at it.
///
/// @param rejected records of it that are in its object of rejects and not in its own; 0 unless it was written
public record Settled(DeliveryOutcome outcome, long rejected) {
    public Settled {
        if (rejected < 0 || (rejected > 0 && outcome != DeliveryOutcome.WRITTEN)) {
            throw new IllegalArgumentException(rejected + " records rejected by a delivery that is " + outcome);
        }
    }

    /// An attempt that rejected nothing.
    public static Settled as(DeliveryOutcome outcome) {
        return new Settled(outcome, 0);
    }
}
