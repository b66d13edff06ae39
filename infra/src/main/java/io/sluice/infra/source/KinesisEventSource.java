package io.sluice.infra.source;

import io.sluice.deployment.EventMapping;
import io.sluice.deployment.SourceRights;
import io.sluice.infra.job.FailureQueue;
import io.sluice.infra.job.FlusherFunction;
import io.sluice.infra.job.Platform;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.lambda.StartingPosition;
import software.amazon.awscdk.services.lambda.eventsources.SqsDlq;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// A Kinesis stream that invokes the transform function directly.
///
/// The function knows by each shard's position what is staged, so a batch may be repeated under any boundaries: it is
/// cut in halves when it fails, so that one which takes more time or memory than there is becomes smaller, and a
/// mapping that is made anew starts at the oldest record. It is retried for as long as the stream has its records: a
/// batch that was given up lies below the position as soon as the next one is staged, and would be taken for a repeat.
/// Answers in part are of no use, since a batch is staged whole or not at all.
///
/// One batch of a shard at a time: of two side by side the one that is staged first would make repeats of the other's
/// records.
public final class KinesisEventSource extends Construct {
    private static final int UNLIMITED = -1;

    private final IQueue failures;

    /// @param access what the function may do with the buffer
    /// @param window how long Lambda gathers records for a batch
    public KinesisEventSource(Construct scope, String id, Optional<BufferAccess> access, IStream stream,
            Duration window, SluiceFunction transform, Platform platform) {
        super(scope, id);
        failures = FailureQueue.create(this, "Failures", platform, "kinesis-failures");
        platform.key().ifPresent(_ -> Suppressions.suppressMatching(transform.role(), FlusherFunction.QUEUE_KEY_GRANT,
                "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        PolicyStatements.of(SourceRights.kinesisEvents(stream.getStreamArn()), TokenNames.STACK)
                .forEach(transform::allow);
        Optional.ofNullable(stream.getEncryptionKey()).map(KeyUse::records).ifPresent(transform::allow);
        access.ifPresent(each -> each.positions().forEach(transform::allow));
        var mapping = EventSourceMapping.Builder.create(this, "Mapping").target(transform.live())
                .eventSourceArn(stream.getStreamArn()).startingPosition(StartingPosition.TRIM_HORIZON)
                .batchSize(EventMapping.KINESIS_RECORDS_MAX).maxBatchingWindow(window)
                .parallelizationFactor(1).bisectBatchOnError(true).reportBatchItemFailures(false)
                .onFailure(new SqsDlq(failures)).build();
        // Said in so many words: an update that leaves a property out may leave its old value in place.
        var resource = (CfnEventSourceMapping) Objects.requireNonNull(mapping.getNode().getDefaultChild());
        resource.setMaximumRecordAgeInSeconds(UNLIMITED);
        resource.setMaximumRetryAttempts(UNLIMITED);
    }

    /// Batches that were given up: shard and sequence numbers, not records. With no bound on age and attempts there are
    /// none.
    public IQueue failures() {
        return failures;
    }
}
