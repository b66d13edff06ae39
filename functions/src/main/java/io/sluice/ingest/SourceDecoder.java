package io.sluice.ingest;

import io.sluice.reject.Reject;

/// Takes off what the source wrapped a payload in: the `Decompression` and `CloudWatchLogProcessing` processors. Safe for
/// concurrent use.
@FunctionalInterface
public interface SourceDecoder {
    /// The payload as it is.
    SourceDecoder PLAIN = Decoded.Payload::new;

    /// Never throws for what the record holds.
    Decoded decode(byte[] record);

    /// What was in a record.
    sealed interface Decoded {
        /// User data.
        record Payload(byte[] bytes) implements Decoded {}

        /// A message of the source to its consumer, with no user data.
        record Control() implements Decoded {}

        /// It could not be taken off.
        record Failed(Reject reject) implements Decoded {}
    }
}
