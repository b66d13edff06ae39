package io.sluice.firehose;

/// The part of a Kafka record, of a log event or of a message that is the record: transformed, partitioned and
/// delivered.
public enum RecordForm {
    /// The value, or the message: what Firehose would have delivered. Keys come out of it alone.
    PAYLOAD,
    /// A JSON object on one line, with the payload and all that the source says of it beside. So a record has all its
    /// keys in itself, wherever it is read again.
    ENVELOPE
}
