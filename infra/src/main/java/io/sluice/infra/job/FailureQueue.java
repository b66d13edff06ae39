package io.sluice.infra.job;

import io.sluice.infra.storage.Suppressions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.CfnDeletionPolicy;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/// Keeps what could not be invoked or processed for an operator to read. Its messages describe invocations; records
/// stay in their source and in the buffer, but for events of log groups, which a message holds whole.
public final class FailureQueue {
    private FailureQueue() {}

    /// The same of events that nobody else has any more, or has not yet: its name is CloudFormation's, so that no
    /// option that names things replaces it, and whatever does replace it leaves it where it is, with what is in it.
    public static Queue ofEvents(Construct scope, String id, Platform platform) {
        var queue = (Queue) create(scope, id, platform, null);
        keepWhenReplaced(queue);
        return queue;
    }

    /// Has an update that replaces `queue` leave it where it is.
    public static void keepWhenReplaced(Queue queue) {
        Objects.requireNonNull((CfnResource) queue.getNode().getDefaultChild()).getCfnOptions()
                .setUpdateReplacePolicy(CfnDeletionPolicy.RETAIN);
    }

    /// @param part what its name ends with, where it has one
    public static IQueue create(Construct scope, String id, Platform platform, @Nullable String part) {
        var key = platform.key();
        var queue = Queue.Builder.create(scope, id).queueName(part == null ? null : platform.name(part))
                .encryption(key.isPresent() ? QueueEncryption.KMS : QueueEncryption.SQS_MANAGED)
                .encryptionMasterKey(key.orElse(null)).enforceSsl(true)
                .retentionPeriod(Duration.days(14)).build();
        Suppressions.suppress(queue, "AwsSolutions-SQS3",
                "This queue is itself the end of the line: nothing consumes it but an operator.");
        return queue;
    }
}
