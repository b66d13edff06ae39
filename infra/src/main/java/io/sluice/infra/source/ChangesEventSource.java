package io.sluice.infra.source;

import io.sluice.deployment.SourceRights;
import io.sluice.infra.TableChanges;
import io.sluice.infra.job.FailureQueue;
import io.sluice.infra.job.FlusherFunction;
import io.sluice.infra.job.Platform;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.lambda.StartingPosition;
import software.amazon.awscdk.services.lambda.eventsources.SqsDlq;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// The stream of a DynamoDB table that invokes the transform function.
///
/// Each change has a receipt, so a batch may be repeated under any boundaries, and a mapping that is made anew begins
/// at the oldest change. It is cut in halves when it fails and repeated for as long as the stream has it: what is given
/// up then has left the stream, too.
public final class ChangesEventSource extends Construct {
    private static final int UNLIMITED = -1;
    private static final String STREAM = "/stream/";

    private final IQueue failures;

    /// @param access what the function may do with the buffer
    public ChangesEventSource(Construct scope, String id, Optional<BufferAccess> access, TableChanges changes,
            SluiceFunction transform, Platform platform) {
        super(scope, id);
        var arn = changes.streamArn();
        ResourceChecks.requireSameRegionAndAccount("The stream " + arn, arn, Stack.of(this));
        failures = FailureQueue.create(this, "Failures", platform, "dynamodb-failures");
        platform.key().ifPresent(_ -> Suppressions.suppressMatching(transform.role(), FlusherFunction.QUEUE_KEY_GRANT,
                "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        PolicyStatements.of(SourceRights.changes(arn, ofTable(arn)), TokenNames.STACK).forEach(transform::allow);
        Suppressions.suppressMatching(transform.role(), "/^Resource::.*\\/stream\\/\\*$/g",
                "Lambda lists the streams of this one table, whose earlier ones have other labels.");
        changes.keyArn().map(KeyUse::changes).ifPresent(transform::allow);
        access.ifPresent(each -> each.receipts().forEach(transform::allow));
        map(changes, transform);
    }

    private void map(TableChanges changes, SluiceFunction transform) {
        var reading = changes.reading();
        var building = EventSourceMapping.Builder.create(this, "Mapping").target(transform.live())
                .eventSourceArn(changes.streamArn()).batchSize(reading.recordsMax())
                .maxBatchingWindow(MappingWindow.seconds(reading.window()))
                .startingPosition(switch (reading.start()) {
                    case OLDEST -> StartingPosition.TRIM_HORIZON;
                    case NEWEST -> StartingPosition.LATEST;
                })
                .parallelizationFactor(reading.parallelization()).bisectBatchOnError(true)
                .reportBatchItemFailures(false).onFailure(new SqsDlq(failures));
        if (!reading.filters().isEmpty()) {
            building.filters(EventPatterns.criteria(reading.filters()));
        }
        var mapping = building.build();
        // Said in so many words: an update that leaves a property out may leave its old value in place.
        var resource = (CfnEventSourceMapping) Objects.requireNonNull(mapping.getNode().getDefaultChild());
        resource.setMaximumRecordAgeInSeconds(UNLIMITED);
        resource.setMaximumRetryAttempts(UNLIMITED);
        mapping.getNode().addDependency(transform.role());
    }

    /// A stream that was turned off and on again is another one, of the same table.
    private static String ofTable(String streamArn) {
        return Token.isUnresolved(streamArn)
                ? Fn.select(0, Fn.split(STREAM, streamArn, 2)) + STREAM + "*"
                : streamArn.substring(0, streamArn.indexOf(STREAM)) + STREAM + "*";
    }

    /// Batches that were given up: shard and numbers, not changes.
    public IQueue failures() {
        return failures;
    }
}
