package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.EventMapping;
import io.sluice.infra.source.EventPatterns;
import io.sluice.infra.source.MappingWindow;
import java.time.Duration;
import java.util.List;

/// The settings by which Lambda reads a queue. How often a message comes again is the queue's to say: its redrive
/// policy.
///
/// @param recordsMax     of one invocation, 1 to 10,000 messages, of a FIFO queue at most 10; never more than 6 MB of
///     them. 99 are one transaction with their receipts, and cost least
/// @param window         how long it gathers them, 0 to 300 whole seconds, at least one for more than 10 messages; a
///     FIFO queue knows none
/// @param concurrencyMax invocations at once, 2 to 1,000; what is beyond waits in the queue and is not received
/// @param filters        event patterns of Lambda's on `body`, of which one must match; empty: all messages. What they
///     leave out **is deleted** by Lambda, and never staged
public record QueueReading(int recordsMax, Duration window, int concurrencyMax, List<String> filters) {
    static final int RECORDS_MAX = 10_000;
    static final int FIFO_RECORDS_MAX = 10;
    /// More need a window.
    private static final int RECORDS_AT_ONCE_MAX = 10;
    private static final int CONCURRENCY_MIN = 2;
    private static final int CONCURRENCY_MAX = 1_000;

    /// A minute's messages at a time, in groups of one transaction.
    public static final QueueReading PRESET = new QueueReading(EventMapping.RECEIPTS_AT_ONCE, EventMapping.WINDOW,
            EventMapping.QUEUE_CONCURRENCY, List.of());

    /// As they come, of a FIFO queue.
    public static final QueueReading FIFO_PRESET = new QueueReading(FIFO_RECORDS_MAX, Duration.ZERO,
            EventMapping.QUEUE_CONCURRENCY, List.of());

    public QueueReading {
        if (recordsMax < 1 || recordsMax > RECORDS_MAX) {
            throw new DeploymentException("A batch has 1 to %d messages, and not %d".formatted(RECORDS_MAX,
                    recordsMax));
        }
        MappingWindow.require(window);
        if (recordsMax > RECORDS_AT_ONCE_MAX && window.isZero()) {
            throw new DeploymentException("Lambda gathers more than %d messages only for a second or longer: give a"
                    .formatted(RECORDS_AT_ONCE_MAX) + " window, or fewer messages than " + recordsMax);
        }
        if (concurrencyMax < CONCURRENCY_MIN || concurrencyMax > CONCURRENCY_MAX) {
            throw new DeploymentException("A queue is read by %d to %d invocations at once, and not %d".formatted(
                    CONCURRENCY_MIN, CONCURRENCY_MAX, concurrencyMax));
        }
        filters = EventPatterns.require(filters, "a JSON object with body, as {\"body\":{\"type\":[\"order\"]}}");
    }

    /// The same with other batches.
    public QueueReading inBatches(int ofRecordsMax, Duration gathered) {
        return new QueueReading(ofRecordsMax, gathered, concurrencyMax, filters);
    }

    /// The same by other many invocations at once.
    public QueueReading byAtMost(int invocations) {
        return new QueueReading(recordsMax, window, invocations, filters);
    }

    /// The same of the messages that one of the patterns matches; Lambda deletes the others.
    public QueueReading where(String... patterns) {
        return new QueueReading(recordsMax, window, concurrencyMax, List.of(patterns));
    }
}
