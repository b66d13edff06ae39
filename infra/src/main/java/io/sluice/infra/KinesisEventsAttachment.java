package io.sluice.infra;

import java.time.Duration;
import java.util.List;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.lambda.StartingPosition;
import software.amazon.awscdk.services.lambda.eventsources.SqsDlq;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// A Kinesis stream that invokes the transform function directly.
///
/// A batch is retried as it is, never bisected and never answered in part: its records' sequence numbers name its index
/// entry, so half a batch would be a new batch, and an invocation that timed out after it had staged everything would be
/// delivered twice. No record can poison a batch either, because a record that Sluice cannot read becomes an error
/// record. A batch is retried until its records leave the window in which the flusher remembers batches.
final class KinesisEventsAttachment extends Construct {
    private static final int RECORDS_MAX = 10_000;

    private final IQueue failures;

    KinesisEventsAttachment(Construct scope, String id, StreamDefinition definition, IStream stream,
            SluiceFunction transform) {
        super(scope, id);
        failures = FailureQueue.create(this, "Failures");
        transform.allow(PolicyStatement.Builder.create()
                .actions(List.of("kinesis:DescribeStream", "kinesis:DescribeStreamSummary", "kinesis:GetRecords",
                        "kinesis:GetShardIterator", "kinesis:ListShards", "kinesis:SubscribeToShard"))
                .resources(List.of(stream.getStreamArn())).build());
        EventSourceMapping.Builder.create(this, "Mapping").target(transform.live())
                .eventSourceArn(stream.getStreamArn()).startingPosition(StartingPosition.TRIM_HORIZON)
                .batchSize(RECORDS_MAX).maxBatchingWindow(software.amazon.awscdk.Duration.seconds(60))
                .maxRecordAge(software.amazon.awscdk.Duration.seconds(retriedFor(definition).toSeconds()))
                .bisectBatchOnError(false).reportBatchItemFailures(false).onFailure(new SqsDlq(failures)).build();
    }

    /// Shorter than the flusher's memory of folded batches by a twelfth, for the time between a retry and its fold.
    static Duration retriedFor(StreamDefinition definition) {
        return definition.configuration().sluice().foldedFor().multipliedBy(11).dividedBy(12);
    }

    /// Batches that were given up: shard and sequence numbers, not records.
    IQueue failures() {
        return failures;
    }
}
