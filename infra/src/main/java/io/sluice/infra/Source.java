package io.sluice.infra;

import software.amazon.awscdk.services.kinesis.IStream;

/// Where a stream's records come from, and what is deployed for it.
///
/// A Kinesis stream with a key of your own must bring the key along, as one of the same app does, and one of
/// `Stream.fromStreamAttributes` with `encryptionKey`: its readers need `kms:Decrypt`.
public sealed interface Source {
    /// A new Firehose stream that producers put records to.
    record DirectPut() implements Source {}

    /// A new Firehose stream that reads a Kinesis stream.
    ///
    /// @param stream in the same account and region
    record KinesisThroughFirehose(IStream stream) implements Source {}

    /// A new Firehose stream that reads a topic of Amazon MSK: that of the configuration's `MSKSourceConfiguration`.
    /// The cluster's own policy must let Firehose in (`docs/sources.md`).
    record MskThroughFirehose() implements Source {}

    /// A Kinesis stream that invokes the transform function itself, without Firehose; for delivery `buffer` only.
    ///
    /// @param stream in the same account and region
    record KinesisEvents(IStream stream) implements Source {}

    /// A Firehose stream of the user's: nothing of it is deployed; the stack prints the call that attaches the
    /// function to it.
    ///
    /// @param deliveryStreamName in the same account and region; 1 to 64 letters, digits, `_`, `.`, `-`
    record ExistingFirehose(String deliveryStreamName) implements Source {}

    /// Kafka topics that invoke the transform function; for delivery `buffer` with `Sluice.Source.Type` `kafka`.
    record Kafka(KafkaTopics topics) implements Source {}

    /// Log groups whose subscriptions invoke the transform function; for delivery `buffer` with `Sluice.Source.Type`
    /// `cloudwatch-logs`.
    record Logs(LogGroups groups) implements Source {}

    /// A queue that invokes the transform function; for delivery `buffer` with `Sluice.Source.Type` `sqs` or `sns`.
    record Sqs(SqsQueue queue) implements Source {}

    /// A table's stream that invokes the transform function; for delivery `buffer` with `Sluice.Source.Type`
    /// `dynamodb-streams`.
    record DynamoDb(TableChanges changes) implements Source {}

    /// Objects that others put into a bucket, and that EventBridge tells of; for delivery `buffer` with
    /// `Sluice.Source.Type` `s3`.
    record S3(Uploads uploads) implements Source {}

    /// What your app attaches to [SluiceStream#transform] itself: an event source mapping, or a subscription of
    /// CloudWatch Logs, as the configuration's `Sluice.Source` says (`docs/sources.md`). Nothing of it is deployed here
    /// but the function's permission to read positions or receipts.
    record Attached() implements Source {}

    /// Whether a Firehose stream invokes the transform function.
    default boolean isOfFirehose() {
        return switch (this) {
            case DirectPut _,KinesisThroughFirehose _,MskThroughFirehose _,ExistingFirehose _ -> true;
            case KinesisEvents _,Kafka _,Logs _,Sqs _,DynamoDb _,S3 _,Attached _ -> false;
        };
    }
}
