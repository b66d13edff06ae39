package io.sluice.event;

import io.sluice.firehose.SourceBatch;
import java.util.Arrays;
import java.util.List;

/// What invokes a stream's transform function: `Sluice.Source.Type`.
public enum EventSource {
    /// Where the configuration names none: whichever of the two it is, their events tell.
    FIREHOSE_OR_KINESIS("", "Firehose or of a Kinesis event source"),
    /// A Firehose stream, whatever its own source is.
    FIREHOSE("firehose", "Firehose"),
    /// An event source mapping on a Kinesis stream.
    KINESIS("kinesis", "a Kinesis event source"),
    /// An event source mapping on a topic of Amazon MSK or of a Kafka cluster of one's own.
    KAFKA("kafka", "a Kafka event source"),
    /// A subscription of CloudWatch Logs.
    CLOUDWATCH_LOGS("cloudwatch-logs", "a CloudWatch Logs subscription"),
    /// An event source mapping on an SQS queue.
    SQS("sqs", "an SQS event source"),
    /// The same, on a queue that is subscribed to topics of Amazon SNS: messages are what was published.
    SNS("sns", "an SQS event source with SNS notifications"),
    /// An event source mapping on a DynamoDB stream.
    DYNAMODB_STREAMS("dynamodb-streams", "a DynamoDB stream"),
    /// Notifications of S3, by themselves, through EventBridge, or in an SQS queue: what is in the objects are the
    /// records.
    S3("s3", "S3 notifications");

    private final String configured;
    private final String described;

    EventSource(String configured, String described) {
        this.configured = configured;
        this.described = described;
    }

    /// Those that a configuration can name.
    public static List<EventSource> named() {
        return Arrays.stream(values()).filter(source -> !source.configured.isEmpty()).toList();
    }

    /// The text in a configuration; empty where it names none.
    public String configured() {
        return configured;
    }

    /// As in "an event of …".
    public String described() {
        return described;
    }

    boolean takes(SourceBatch.Kind kind) {
        return switch (kind) {
            case FIREHOSE, FIREHOSE_MSK -> this == FIREHOSE || this == FIREHOSE_OR_KINESIS;
            case KINESIS -> this == KINESIS || this == FIREHOSE_OR_KINESIS;
            case KAFKA -> this == KAFKA;
            case CLOUDWATCH_LOGS -> this == CLOUDWATCH_LOGS;
            case SQS -> this == SQS || this == SNS;
            case DYNAMODB_STREAMS -> this == DYNAMODB_STREAMS;
            case S3_OBJECT -> false;
        };
    }
}
