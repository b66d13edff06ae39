package io.sluice.landing;

/// The oldest of a buffer's records that no landing tells yet.
///
/// @param buffer  its name
/// @param stage   how far they are
/// @param name    of what they are in: an index entry, a partition's prefix, an object key
/// @param arrival when the oldest of them arrived, epoch milliseconds
public record Waiting(String buffer, Stage stage, String name, long arrival) {
    /// The stages of a record between its acceptance and its landing, in their order.
    public enum Stage {
        /// Accepted, and in no segment yet.
        ACCEPTED,
        /// In a segment that an index entry names, and not folded.
        STAGED,
        /// Folded, and in no delivery.
        PENDING,
        /// In a delivery whose object is not known to be written.
        DELIVERY,
        /// In an object, of which no landing tells yet: the next flush run puts it.
        OBJECT
    }
}
