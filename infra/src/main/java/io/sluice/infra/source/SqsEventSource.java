package io.sluice.infra.source;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.SourceRights;
import io.sluice.infra.SqsQueue;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.TokenNames;
import java.util.Optional;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.constructs.Construct;

/// A queue that invokes the transform function.
///
/// The function knows each message by its receipt, so any of them may come again, among any others. What fails comes
/// again as often as the queue's own redrive policy says, and ends in the queue's own dead-letter queue: a mapping has
/// no failure destination here.
///
/// The mapping always takes partial answers; whether the function gives one is the configuration's matter
/// (`docs/decisions/0045-queues-and-changes-attached.md`).
public final class SqsEventSource extends Construct {
    private final String arn;

    /// @param access  what the function may do with the buffer
    /// @param timeout the function's
    public SqsEventSource(Construct scope, String id, Optional<BufferAccess> access, SqsQueue queue,
            SluiceFunction transform,
            java.time.Duration timeout) {
        super(scope, id);
        arn = queue.arn();
        ResourceChecks.requireSameRegionAndAccount("The queue " + arn, arn, Stack.of(this));
        requireOwnQueue();
        new QueueCheck(this, queue, timeout).check();
        PolicyStatements.of(SourceRights.queue(arn), TokenNames.STACK).forEach(transform::allow);
        queue.keyArn().map(KeyUse::receivedMessages).ifPresent(transform::allow);
        access.ifPresent(each -> each.receipts().forEach(transform::allow));
        var reading = queue.reading();
        var mapping = EventSourceMapping.Builder.create(this, "Mapping").target(transform.live()).eventSourceArn(arn)
                .batchSize(reading.recordsMax()).maxConcurrency(reading.concurrencyMax())
                .reportBatchItemFailures(true);
        if (!reading.window().isZero()) {
            mapping.maxBatchingWindow(MappingWindow.seconds(reading.window()));
        }
        if (!reading.filters().isEmpty()) {
            mapping.filters(EventPatterns.criteria(reading.filters()));
        }
        // Lambda refuses a mapping whose function may not receive yet.
        mapping.build().getNode().addDependency(transform.role());
    }

    /// Two readers of a queue would each get some of its messages.
    private void requireOwnQueue() {
        ResourceChecks.inOnePlace(this, SqsEventSource.class).stream().filter(each -> each.arn.equals(arn)).findFirst()
                .ifPresent(other -> {
                    throw new DeploymentException("The queue %s is read by %s already, and each of two readers would"
                            .formatted(arn, other.getNode().getPath())
                            + " get a part of its messages: give each stream a queue of its own, which one SNS topic"
                            + " can fill");
                });
    }
}
