package io.sluice.ingest;

import io.sluice.reject.Reject;
import java.util.List;

/// Takes off what the source wrapped its payloads in. Safe for concurrent use.
@FunctionalInterface
public interface SourceDecoder {
    /// The record is the payload.
    SourceDecoder PLAIN = record -> new Decoded.Payloads(List.of(record));

    /// Never throws for what the record holds.
    Decoded decode(byte[] record);

    /// The content of a record.
    sealed interface Decoded {
        /// User data; none where the source only spoke to its consumer.
        record Payloads(List<byte[]> payloads) implements Decoded {
            public Payloads {
                payloads = List.copyOf(payloads);
            }
        }

        /// It could not be taken off.
        record Failed(Reject reject) implements Decoded {}
    }
}
