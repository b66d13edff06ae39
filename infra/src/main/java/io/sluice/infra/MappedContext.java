package io.sluice.infra;

import java.time.Duration;
import java.util.List;

/// The context's options of the sources `sqs`, `dynamodb` and `s3`.
///
/// @param all the others
record MappedContext(SourceContext all) {
    static final String QUEUE = "sqsQueue";
    static final String STREAM = "dynamodbStream";
    static final String BUCKET = "s3Bucket";
    private static final String PREFIX = "s3Prefix";
    private static final String SUFFIX = "s3Suffix";
    private static final String OBJECTS_KEY = "s3Key";
    static final List<String> S3 = List.of(BUCKET, PREFIX, SUFFIX, OBJECTS_KEY);
    private static final String QUEUE_KEY = "sqsKey";
    private static final String MESSAGES_MAX = "sqsRecordsMax";
    private static final String QUEUE_WINDOW = "sqsWindowInSeconds";
    private static final String CONCURRENCY = "sqsConcurrencyMax";
    private static final String QUEUE_FILTER = "sqsFilter";
    private static final String TABLE_KEY = "dynamodbKey";
    private static final String START = "dynamodbStart";
    private static final String CHANGES_MAX = "dynamodbRecordsMax";
    private static final String CHANGES_WINDOW = "dynamodbWindowInSeconds";
    private static final String PARALLELIZATION = "dynamodbParallelization";
    private static final String CHANGES_FILTER = "dynamodbFilter";
    static final List<String> SQS = List.of(QUEUE, QUEUE_KEY, MESSAGES_MAX, QUEUE_WINDOW, CONCURRENCY, QUEUE_FILTER);
    static final List<String> DYNAMODB = List.of(STREAM, TABLE_KEY, START, CHANGES_MAX, CHANGES_WINDOW,
            PARALLELIZATION, CHANGES_FILTER);

    /// @throws DeploymentException naming the option, its value and what it may be
    SqsQueue queue() {
        var arn = name(QUEUE, "the ARN of the queue");
        var preset = SqsQueue.preset(SqsQueue.isFifo(arn));
        return new SqsQueue(arn, all.values().text(QUEUE_KEY),
                new QueueReading(all.number(MESSAGES_MAX, preset.recordsMax()), window(QUEUE_WINDOW, preset.window()),
                        all.number(CONCURRENCY, preset.concurrencyMax()), filters(QUEUE_FILTER)));
    }

    /// @throws DeploymentException naming the option, its value and what it may be
    TableChanges changes() {
        var preset = ChangesReading.PRESET;
        return new TableChanges(name(STREAM, "the ARN of the table's stream"), all.values().text(TABLE_KEY),
                new ChangesReading(all.values().choice(START, preset.start()),
                        all.number(CHANGES_MAX, preset.recordsMax()), window(CHANGES_WINDOW, preset.window()),
                        all.number(PARALLELIZATION, preset.parallelization()), filters(CHANGES_FILTER)));
    }

    /// @throws DeploymentException naming the option, its value and what it may be
    Uploads uploads() {
        return new Uploads(name(BUCKET, "the name of the bucket that objects are put into"),
                all.values().text(PREFIX).orElse(""), all.values().text(SUFFIX).orElse(""),
                all.values().text(OBJECTS_KEY));
    }

    private String name(String option, String form) {
        return all.values().text(option)
                .orElseThrow(() -> new DeploymentException("There is no %s: %s".formatted(option, form)));
    }

    private Duration window(String option, Duration preset) {
        return Duration.ofSeconds(all.number(option, Math.toIntExact(preset.toSeconds())));
    }

    private List<String> filters(String option) {
        return all.values().text(option).stream().toList();
    }
}
