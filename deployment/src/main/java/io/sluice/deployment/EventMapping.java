package io.sluice.deployment;

import io.sluice.config.DeployedSource.Start;
import io.sluice.config.DeployedSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The event source mapping by which Lambda reads a source for the transform function.
///
/// @param properties as CloudFormation and the API call them, without the function
public record EventMapping(Map<String, Object> properties) {
    /// Neither attempts nor age are bounded: a batch that was given up lies below the position of the next one, and
    /// would be taken for a repeat.
    private static final int UNLIMITED = -1;
    /// The most that Lambda takes of a Kinesis stream at once.
    public static final int KINESIS_RECORDS_MAX = 10_000;
    /// What is one transaction with its receipts, and costs least.
    public static final int RECEIPTS_AT_ONCE = 99;
    /// The most messages of a FIFO queue, or of a queue without a window.
    public static final int MESSAGES_AT_ONCE = 10;
    /// How long Lambda gathers records where nothing is said: a minute.
    public static final Duration WINDOW = Duration.ofSeconds(60);
    /// How many invocations read a queue side by side where nothing is said.
    public static final int QUEUE_CONCURRENCY = 10;
    private static final String FIFO = ".fifo";

    /// A Kinesis stream, one batch of a shard at a time: of two side by side the one that is staged first would make
    /// repeats of the other's records. It is cut in halves when it fails, so that one which takes more time or memory
    /// than there is becomes smaller.
    ///
    /// @param window how long Lambda gathers records
    static EventMapping kinesis(String arn, Duration window) {
        return new EventMapping(shards(arn, KINESIS_RECORDS_MAX, window, "TRIM_HORIZON", 1, List.of()));
    }

    /// The stream of a table.
    static EventMapping changes(DeployedSource.TableStream table) {
        var start = table.start().filter(each -> each == Start.End.NEWEST).isPresent() ? "LATEST" : "TRIM_HORIZON";
        return new EventMapping(shards(table.arn(), table.reading().batchSize().orElse(RECEIPTS_AT_ONCE),
                table.reading().window().orElse(WINDOW), start, table.parallelization().orElse(1),
                table.reading().filters()));
    }

    /// A queue: always with partial answers; whether the function gives one is the configuration's matter
    /// (`docs/decisions/0045-queues-and-changes-attached.md`).
    static EventMapping queue(DeployedSource.Queue queue) {
        boolean fifo = queue.arn().endsWith(FIFO);
        return queue(queue.arn(), queue.reading().batchSize().orElse(fifo ? MESSAGES_AT_ONCE : RECEIPTS_AT_ONCE),
                queue.reading().window().or(() -> fifo ? Optional.empty() : Optional.of(WINDOW)),
                queue.concurrencyMax().orElse(QUEUE_CONCURRENCY), queue.reading().filters());
    }

    /// The stack's own queue of uploads.
    static EventMapping uploads() {
        return queue(DeployedName.SOURCE_QUEUE_ARN.toString(), MESSAGES_AT_ONCE, Optional.empty(), QUEUE_CONCURRENCY,
                List.of());
    }

    /// The queue of ticks, for the flusher.
    public static EventMapping ticks() {
        return new EventMapping(new LinkedHashMap<>(Map.of("EventSourceArn", DeployedName.TICKS_QUEUE_ARN.toString(),
                "BatchSize", StreamSchedules.MESSAGES_MAX, "ScalingConfig",
                Map.of("MaximumConcurrency", DeployedFunctions.TICKS_CONCURRENCY))));
    }

    private static Map<String, Object> shards(String arn, int records, Duration window, String start,
            int parallelization, List<String> filters) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        mapping.put("EventSourceArn", arn);
        mapping.put("StartingPosition", start);
        mapping.put("BatchSize", records);
        mapping.put("MaximumBatchingWindowInSeconds", window.toSeconds());
        mapping.put("ParallelizationFactor", parallelization);
        mapping.put("BisectBatchOnFunctionError", true);
        mapping.put("MaximumRecordAgeInSeconds", UNLIMITED);
        mapping.put("MaximumRetryAttempts", UNLIMITED);
        mapping.put("DestinationConfig",
                Map.of("OnFailure", Map.of("Destination", DeployedName.SOURCE_FAILURES_ARN.toString())));
        filter(mapping, filters);
        return mapping;
    }

    private static EventMapping queue(String arn, int messages, Optional<Duration> window, int concurrency,
            List<String> filters) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        mapping.put("EventSourceArn", arn);
        mapping.put("BatchSize", messages);
        window.filter(each -> !each.isZero())
                .ifPresent(each -> mapping.put("MaximumBatchingWindowInSeconds", each.toSeconds()));
        mapping.put("FunctionResponseTypes", List.of("ReportBatchItemFailures"));
        mapping.put("ScalingConfig", Map.of("MaximumConcurrency", concurrency));
        filter(mapping, filters);
        return new EventMapping(mapping);
    }

    private static void filter(Map<String, Object> mapping, List<String> filters) {
        if (!filters.isEmpty()) {
            mapping.put("FilterCriteria", Map.of("Filters",
                    filters.stream().map(pattern -> Map.of("Pattern", pattern)).toList()));
        }
    }
}
