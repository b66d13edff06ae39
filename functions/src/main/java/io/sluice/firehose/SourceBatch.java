package io.sluice.firehose;

import java.util.List;

/// The records of one invocation.
///
/// @param kind         what invoked the function
/// @param sourceArn    the delivery stream's ARN, or the Kinesis stream's for an event-source batch; for others what
///     tells the source apart from all others, the same at every attempt
/// @param invocationId Firehose's id of the attempt, new on every retry; empty where something else invokes
/// @param records      in the order of the event
public record SourceBatch(Kind kind, String sourceArn, String invocationId, List<SourceRecord> records) {
    /// What invoked the function.
    public enum Kind {
        /// A Firehose stream with Direct PUT or a Kinesis data stream for its source.
        FIREHOSE,
        /// A Firehose stream with a topic of Amazon MSK for its source.
        FIREHOSE_MSK,
        /// An event source mapping on a Kinesis stream.
        KINESIS,
        /// An event source mapping on topics of Kafka; its records have positions.
        KAFKA,
        /// A subscription of CloudWatch Logs; its records are log events.
        CLOUDWATCH_LOGS,
        /// An event source mapping on an SQS queue; its records have names.
        SQS,
        /// An event source mapping on a DynamoDB stream; its records have names.
        DYNAMODB_STREAMS,
        /// A part of an object of S3; its records have one name together.
        S3_OBJECT
    }

    public SourceBatch {
        records = List.copyOf(records);
    }

    /// Where Firehose looks for the payload of an answer.
    public PayloadMember payload() {
        return kind == Kind.FIREHOSE_MSK ? PayloadMember.KAFKA_RECORD_VALUE : PayloadMember.DATA;
    }
}
