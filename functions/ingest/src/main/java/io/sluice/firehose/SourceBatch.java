package io.sluice.firehose;

import java.util.List;

/// The records of one invocation.
///
/// @param type         of the source that invoked the function
/// @param payload      the member in which Firehose looks for the payload of an answer
/// @param sourceArn    the delivery stream's ARN, where it reads a topic with the partitions of the records behind it,
///     or the Kinesis stream's for an event-source batch; for others what tells the source apart from all others, the
///     same at every attempt
/// @param invocationId Firehose's id of the attempt, new on every retry; empty where something else invokes
/// @param records      in the order of the event
public record SourceBatch(SourceType type, PayloadMember payload, String sourceArn, String invocationId,
        List<SourceRecord> records) {
    public SourceBatch {
        records = List.copyOf(records);
    }

    /// A batch whose payloads are in `data`, which is all but those of a Firehose stream that reads Amazon MSK.
    public SourceBatch(SourceType type, String sourceArn, String invocationId, List<SourceRecord> records) {
        this(type, PayloadMember.DATA, sourceArn, invocationId, records);
    }
}
