package io.sluice.firehose;

import java.time.Instant;
import java.util.Optional;

/// One record as the source handed it over.
///
/// @param recordId the source's id of the record, opaque; equal over retries of its batch. For a Kinesis event-source
///                 batch it is `<shard id>:<sequence number>`
/// @param arrival  when the source received it (approximate arrival timestamp)
/// @param data     the payload, decoded; empty, never null
/// @param base64   the payload as the event has it, for answers that give it back unchanged
/// @param kinesis  where it stood in a Kinesis stream, when it came from one
public record SourceRecord(String recordId, Instant arrival, byte[] data, Base64Text base64,
        Optional<KinesisPosition> kinesis) {

    /// A record that no Kinesis stream brought.
    public SourceRecord(String recordId, Instant arrival, byte[] data) {
        this(recordId, arrival, data, Base64Text.of(data), Optional.empty());
    }
}
