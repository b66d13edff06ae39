package io.sluice.manifest;

/// The state of a delivery after an attempt at it.
///
/// @param rejected records of it that are in its object of rejects and not in its own; 0 unless it was written
/// @param forfeited records of it that are in neither, on an operator's word; 0 unless it was written
public record Settled(DeliveryOutcome outcome, long rejected, long forfeited) {
    public Settled {
        if (rejected < 0 || forfeited < 0 || (rejected + forfeited > 0 && outcome != DeliveryOutcome.WRITTEN)) {
            throw new IllegalArgumentException(
                    rejected + " records rejected and " + forfeited + " forfeited by a delivery that is " + outcome);
        }
    }

    /// An attempt that rejected nothing and lacks nothing.
    public static Settled as(DeliveryOutcome outcome) {
        return new Settled(outcome, 0, 0);
    }
}
