package io.sluice.simulation;

import io.sluice.codec.Compression;
import java.util.Set;

/// A record as it was found in an object.
///
/// @param output        its text there
/// @param prefix        the object's key up to its name
/// @param errorCode     of the error record that it is in; empty where it is in none
/// @param oldestArrival of all records in the object
record Landed(SimulatedRecord record, String output, String prefix, Compression compression, String errorCode,
        long oldestArrival) {
    private static final Set<String> AFTER_BUFFERING = Set.of("Sluice.DeliveryRefused",
            "DynamicPartitioning.ActivePartitionsLimitExceeded");

    /// Whether it was buffered under its own prefix, and given up later.
    boolean isGivenUp() {
        return AFTER_BUFFERING.contains(errorCode);
    }
}
