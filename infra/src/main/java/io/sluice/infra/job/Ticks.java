package io.sluice.infra.job;

import io.sluice.deployment.DeployedName;
import io.sluice.deployment.SourceRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/// Flush runs every few seconds. The scheduler counts minutes: each minute it puts one message into a queue for each
/// tick of the minute, delayed until then, and the queue invokes the flusher. No tick depends on another or on a run,
/// so that none that is lost, late, doubled or fails takes others with it. `docs/decisions/0042-seconds.md` says why.
///
/// The schedule of whole runs goes on beside it.
public final class Ticks extends Construct {
    /// A tick that nobody took in this time is not worth a run any more. A run that fails is not retried either: its
    /// message is gone before it is visible again.
    private static final Duration KEPT = Duration.minutes(2);

    private final Queue queue;
    private final Map<String, CfnSchedule> schedules = new LinkedHashMap<>();

    /// @param failures takes what the scheduler could not send
    Ticks(Construct scope, String id, SluiceFunction flush, StreamDefinition definition, IQueue failures,
            Platform platform) {
        super(scope, id);
        queue = queue(platform);
        PolicyStatements.of(SourceRights.queue(queue.getQueueArn()), TokenNames.STACK).forEach(flush::allow);
        platform.key().map(KeyUse::receivedMessages).ifPresent(flush::allow);
        EventSourceMapping.Builder.create(this, "Mapping").target(flush.live()).eventSourceArn(queue.getQueueArn())
                .batchSize(StreamSchedules.MESSAGES_MAX).maxConcurrency(DeployedFunctions.TICKS_CONCURRENCY).build();
        var wanted = new StreamSchedules(definition);
        var made = Schedules.create(this, wanted.ticksRole(), Optional.of(failures), TokenNames.STACK
                .with(DeployedName.TICKS_QUEUE_ARN, queue.getQueueArn())
                .with(DeployedName.TICKS_QUEUE_URL, queue.getQueueUrl())
                .with(DeployedName.FLUSHER_FAILURES_ARN, failures.getQueueArn()), platform);
        wanted.ticks().forEach(each -> schedules.put(each.name(), made.add("Schedule" + schedules.size(), each)));
    }

    private Queue queue(Platform platform) {
        var made = Queue.Builder.create(this, "Queue").queueName(platform.name("ticks"))
                .encryption(platform.key().isPresent() ? QueueEncryption.KMS : QueueEncryption.SQS_MANAGED)
                .encryptionMasterKey(platform.key().orElse(null)).enforceSsl(true)
                .visibilityTimeout(Duration.seconds(DeployedFunctions.TIMEOUT_MAX.toSeconds()))
                .retentionPeriod(KEPT).build();
        Suppressions.suppress(made, "AwsSolutions-SQS3",
                "A tick carries nothing, and the next one does what a failed one left: none is kept.");
        return made;
    }

    /// The schedules that put the messages there, by the names that operators know.
    Map<String, CfnSchedule> schedules() {
        return schedules;
    }

    public IQueue queue() {
        return queue;
    }
}
