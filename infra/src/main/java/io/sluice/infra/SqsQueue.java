package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.source.SourceText;
import io.sluice.infra.storage.ResourceChecks;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.sqs.IQueue;

/// A queue whose messages are a stream's records, and how it is read.
///
/// @param arn     of a queue that is there, in the stack's account and region, or a token of the app's own
///     (`getQueueArn`). One whose name ends with `.fifo` is a FIFO queue
/// @param keyArn  of the KMS key of your own that encrypts its messages
/// @param reading how
public record SqsQueue(String arn, Optional<String> keyArn, QueueReading reading) {
    private static final String FIFO = ".fifo";

    public SqsQueue {
        SourceText.require(ResourceText.QUEUE, arn);
        keyArn.ifPresent(key -> SourceText.require(ResourceText.KEY, key));
        if (isFifo(arn)) {
            requireFifo(arn, reading);
        }
    }

    /// Read a minute at a time; a FIFO queue, as its messages come.
    public static SqsQueue of(String arn) {
        return new SqsQueue(arn, Optional.empty(), preset(isFifo(arn)));
    }

    /// The same of a queue of the app's, with its key, where it has one of its own.
    public static SqsQueue of(IQueue queue) {
        boolean fifo = Boolean.TRUE.equals(queue.getFifo());
        return new SqsQueue(queue.getQueueArn(),
                Optional.ofNullable(queue.getEncryptionMasterKey()).map(key -> ResourceChecks.key(key).getKeyArn()),
                preset(fifo));
    }

    static QueueReading preset(boolean fifo) {
        return fifo ? QueueReading.FIFO_PRESET : QueueReading.PRESET;
    }

    static boolean isFifo(String arn) {
        return !Token.isUnresolved(arn) && arn.endsWith(FIFO);
    }

    /// @throws DeploymentException when Lambda reads no FIFO queue so
    public static void requireFifo(String queue, QueueReading reading) {
        if (reading.recordsMax() > QueueReading.FIFO_RECORDS_MAX || !reading.window().equals(Duration.ZERO)) {
            throw new DeploymentException(("The queue %s is a FIFO queue, of which Lambda takes %d messages at most for"
                    + " an invocation and gathers none; here these are %d in %d seconds").formatted(queue,
                            QueueReading.FIFO_RECORDS_MAX, reading.recordsMax(), reading.window().toSeconds()));
        }
    }

    /// The same with a key.
    public SqsQueue with(String key) {
        return new SqsQueue(arn, Optional.of(key), reading);
    }

    /// The same read otherwise.
    public SqsQueue read(QueueReading as) {
        return new SqsQueue(arn, keyArn, as);
    }
}
