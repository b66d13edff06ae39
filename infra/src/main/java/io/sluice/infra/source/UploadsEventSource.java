package io.sluice.infra.source;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.EventMapping;
import io.sluice.deployment.SourceRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.UploadQueues;
import io.sluice.infra.Uploads;
import io.sluice.infra.job.FailureQueue;
import io.sluice.infra.job.Platform;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/// Objects that others put into a bucket, and that EventBridge tells of: a rule puts each event into a queue, and the
/// queue invokes the transform function, which reads the object. What fails comes again, and ends in the queue of what
/// was given up, whole. The bucket is not touched.
public final class UploadsEventSource extends Construct {

    private final Platform platform;
    private final Queue queue;
    private final Queue failures;
    private final CfnRule rule;

    /// @param access what the function may do with the buffer
    public UploadsEventSource(Construct scope, String id, Optional<BufferAccess> access, Uploads uploads,
            SluiceFunction transform, Platform platform) {
        super(scope, id);
        this.platform = platform;
        failures = FailureQueue.ofEvents(this, "Failures", platform);
        var wanted = UploadQueues.of(uploads.bucket(), uploads.prefix(), uploads.suffix());
        queue = made(wanted);
        rule = rule(wanted, queue);
        List.of(queue, failures).forEach(this::letIn);
        platform.key().ifPresent(this::letUse);
        mayRead(uploads, transform);
        PolicyStatements.of(SourceRights.queue(queue.getQueueArn()), TokenNames.STACK).forEach(transform::allow);
        platform.key().map(KeyUse::receivedMessages).ifPresent(transform::allow);
        access.ifPresent(each -> each.receipts().forEach(transform::allow));
        EventSourceMapping.Builder.create(this, "Mapping").target(transform.live()).eventSourceArn(queue.getQueueArn())
                .batchSize(EventMapping.MESSAGES_AT_ONCE).maxConcurrency(EventMapping.QUEUE_CONCURRENCY)
                .reportBatchItemFailures(true).build()
                .getNode().addDependency(transform.role());
    }

    /// @throws DeploymentException when what the stream writes would be read, and written again
    public static void requireNoLoop(StreamDefinition definition, Uploads uploads, IBucket data) {
        if (uploads.bucket().equals(data.getBucketName())) {
            UploadQueues.requireNoLoop(definition, uploads.bucket(), uploads.prefix());
        }
    }

    private Queue made(UploadQueues wanted) {
        var made = Queue.Builder.create(this, "Queue")
                .encryption(platform.key().isPresent() ? QueueEncryption.KMS : QueueEncryption.SQS_MANAGED)
                .encryptionMasterKey(platform.key().orElse(null)).enforceSsl(true)
                .visibilityTimeout(Duration.seconds(wanted.visibility().toSeconds()))
                .retentionPeriod(Duration.days(14))
                .deadLetterQueue(
                        DeadLetterQueue.builder().queue(failures).maxReceiveCount(wanted.receivesMax()).build())
                .build();
        FailureQueue.keepWhenReplaced(made);
        return made;
    }

    /// Routes the bucket's uploads to the queue, and keeps what EventBridge cannot deliver in a day, too.
    private CfnRule rule(UploadQueues wanted, Queue queue) {
        return CfnRule.Builder.create(this, "Rule").description(wanted.description())
                .eventPattern(wanted.eventPattern())
                .targets(List.of(CfnRule.TargetProperty.builder().id("Queue").arn(queue.getQueueArn())
                        .deadLetterConfig(CfnRule.DeadLetterConfigProperty.builder().arn(failures.getQueueArn())
                                .build())
                        .build()))
                .build();
    }

    /// EventBridge sends in the name of this rule alone.
    private void letIn(Queue queue) {
        Map<String, Object> only = new TreeMap<>(Map.of("ArnEquals", Map.of("aws:SourceArn", rule.getAttrArn()),
                "StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID)));
        queue.addToResourcePolicy(PolicyStatement.Builder.create().actions(List.of("sqs:SendMessage"))
                .principals(List.of(eventBridge())).resources(List.of(queue.getQueueArn())).conditions(only).build());
    }

    /// EventBridge uses the queues' key. Where it may not, neither queue takes an event, and nobody has it any more.
    private void letUse(IKey key) {
        var added = key.addToResourcePolicy(PolicyStatement.Builder.create()
                .actions(List.of("kms:Decrypt", "kms:GenerateDataKey")).principals(List.of(eventBridge()))
                .resources(List.of("*")).conditions(Map.of("StringEquals",
                        Map.of("aws:SourceAccount", Aws.ACCOUNT_ID)))
                .build());
        if (!added.getStatementAdded()) {
            Annotations.of(this).addWarningV2("sluice:queue-key", ("The policy of key %s is not this app's: it must"
                    + " let events.amazonaws.com kms:Decrypt and kms:GenerateDataKey, or uploads are lost")
                    .formatted(key.getKeyArn()));
        }
    }

    private static ServicePrincipal eventBridge() {
        return new ServicePrincipal("events.amazonaws.com");
    }

    private static void mayRead(Uploads uploads, SluiceFunction transform) {
        PolicyStatements.of(SourceRights.uploads(uploads.bucket(), uploads.prefix()), TokenNames.STACK)
                .forEach(transform::allow);
        uploads.keyArn().map(KeyUse::readObjects).ifPresent(transform::allow);
        Suppressions.suppressObjectKeys(transform.role(), "Objects under the prefix that others put them under.");
    }

    /// Events of objects that are to be read.
    public IQueue queue() {
        return queue;
    }

    /// The name of the rule that tells of objects.
    public String ruleName() {
        return rule.getRef();
    }

    /// Events of objects that were given up, whole.
    public IQueue failures() {
        return failures;
    }
}
