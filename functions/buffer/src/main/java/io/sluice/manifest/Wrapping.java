package io.sluice.manifest;

import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.Reject;
import java.util.Optional;

/// The reason why a delivery puts buffered records into error records instead of an object of their own.
public enum Wrapping {
    /// It does not: the object holds the chunks as they are.
    NONE,
    /// S3 refused the records' own object for as long as the stream retries.
    DELIVERY_REFUSED,
    /// The records' partition was beyond the limit of active partitions.
    ACTIVE_PARTITIONS_EXCEEDED;

    private static final Reject REFUSED = new Reject(ErrorOutputType.PARTITIONING_FAILED, "Sluice.DeliveryRefused",
            "S3 refused the object of these records for as long as RetryOptions.DurationInSeconds says");

    /// Returns the reason that the error records give; empty for [#NONE].
    public Optional<Reject> reject() {
        return switch (this) {
            case NONE -> Optional.empty();
            case DELIVERY_REFUSED -> Optional.of(REFUSED);
            case ACTIVE_PARTITIONS_EXCEEDED -> Optional.of(Reject.ACTIVE_PARTITIONS_EXCEEDED);
        };
    }
}
