package io.sluice.simulation;

/// A record as it was found in an object.
///
/// @param output        its text there
/// @param prefix        the object's key up to its name
/// @param extension     what the object's name ends in
/// @param errorCode     of the error record that it is in; empty where it is in none
/// @param oldestArrival of all records in the object
public record Landed(SimulatedRecord record, String output, String prefix, String extension, String errorCode,
        long oldestArrival) {
    /// What became of a record after it was buffered under its own prefix.
    public enum Cause {
        OBJECT_REFUSED, OVER_THE_LIMIT, NOT_CONVERTED,
        /// Nothing; or it has no prefix of its own.
        NONE_OR_EARLIER
    }

    public Cause cause() {
        return switch (errorCode) {
            case "Sluice.DeliveryRefused" -> Cause.OBJECT_REFUSED;
            case "DynamicPartitioning.ActivePartitionsLimitExceeded" -> Cause.OVER_THE_LIMIT;
            case "DataFormatConversion.MalformedData" -> Cause.NOT_CONVERTED;
            default -> Cause.NONE_OR_EARLIER;
        };
    }
}
