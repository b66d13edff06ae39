package io.sluice.firehose;

import io.sluice.position.Position;
import io.sluice.position.RecordName;
import java.time.Instant;
import java.util.Optional;

/// One record as the source handed it over.
///
/// @param id       the source's id of the record, opaque; equal over retries of its batch. For a Kinesis event-source
///                 batch it is `<shard id>:<sequence number>`
/// @param arrival  when the source received it (approximate arrival timestamp)
/// @param data     the payload, decoded; empty, never null
/// @param base64   the payload as the event has it, for answers that give it back unchanged
/// @param kinesis  where it stood in a Kinesis stream, when it came from one
/// @param position its place in another source that numbers its records, when it came from one
/// @param name     what it is known by one by one, when its source hands any record over again among any others
public record SourceRecord(RecordId id, Instant arrival, byte[] data, Base64Text base64,
        Optional<KinesisPosition> kinesis, Optional<Position> position, Optional<RecordName> name) {

    /// A record of Firehose's, or of a Kinesis stream's.
    public SourceRecord(String recordId, Instant arrival, byte[] data, Base64Text base64,
            Optional<KinesisPosition> kinesis) {
        this(RecordId.of(recordId), arrival, data, base64, kinesis, Optional.empty(), Optional.empty());
    }

    /// A record of a source that numbers its records and is no Kinesis stream.
    public static SourceRecord numbered(String recordId, Instant arrival, byte[] data, Position position) {
        return new SourceRecord(RecordId.of(recordId), arrival, data, Base64Text.of(data), Optional.empty(),
                Optional.of(position), Optional.empty());
    }

    /// A record of a source that hands any record over again among any others.
    public static SourceRecord named(String recordId, Instant arrival, byte[] data, RecordName name) {
        return new SourceRecord(RecordId.of(recordId), arrival, data, Base64Text.of(data), Optional.empty(),
                Optional.empty(), Optional.of(name));
    }

    /// A record that no Kinesis stream brought.
    public SourceRecord(String recordId, Instant arrival, byte[] data) {
        this(recordId, arrival, data, Base64Text.of(data), Optional.empty());
    }

    /// The id's text.
    public String recordId() {
        return id.text();
    }
}
