package io.sluice.infra.job;

import io.sluice.infra.storage.Suppressions;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/// Keeps what could not be invoked or processed for an operator to read. Its messages describe invocations; records
/// stay in their source and in the buffer, but for events of log groups, which a message holds whole.
public final class FailureQueue {
    private FailureQueue() {}

    /// @param part what its name ends with, where it has one
    public static IQueue create(Construct scope, String id, Platform platform, String part) {
        var key = platform.key();
        var queue = Queue.Builder.create(scope, id).queueName(platform.name(part))
                .encryption(key.isPresent() ? QueueEncryption.KMS : QueueEncryption.SQS_MANAGED)
                .encryptionMasterKey(key.orElse(null)).enforceSsl(true)
                .retentionPeriod(Duration.days(14)).build();
        Suppressions.suppress(queue, "AwsSolutions-SQS3",
                "This queue is itself the end of the line: nothing consumes it but an operator.");
        return queue;
    }
}
