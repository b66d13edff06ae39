package io.sluice.firehose;

/// The member of a record that holds its payload, in Firehose's event and in the answer to it.
///
/// Source: Amazon Data Firehose Developer Guide, "Required parameters for data transformation", for `data`; captures of
/// events, for the other.
public enum PayloadMember {
    /// Of a stream with Direct PUT or a Kinesis data stream for its source.
    DATA("data"),
    /// Of a stream with a topic of Amazon MSK for its source.
    KAFKA_RECORD_VALUE("kafkaRecordValue");

    private final String wireName;

    PayloadMember(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
