package io.sluice.deployment;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The names of a deployment that nobody knows before it. One stands in texts as `${word}`, the word in lower case and
/// with `_`; whoever deploys puts a name there.
public enum DeployedName {
    PARTITION, REGION, ACCOUNT_ID, URL_SUFFIX,
    /// The bucket that objects are delivered to.
    DATA_BUCKET, DATA_BUCKET_ARN, STAGING_BUCKET, STAGING_BUCKET_ARN, INDEX_TABLE, INDEX_TABLE_ARN,
    /// The KMS key of buckets and table.
    KEY_ARN,
    /// That of a bucket of the user's, where it has another one.
    BUCKET_KEY_ARN,
    /// That of logs, queues and environment variables.
    PLATFORM_KEY_ARN,
    /// Functions, and the ARNs of their aliases `live`.
    TRANSFORM_FUNCTION, TRANSFORM_ARN, FLUSH_FUNCTION, FLUSH_ARN, RETENTION_FUNCTION, RETENTION_ARN, COMPACTION_ARN,
    REPARTITION_ARN, EVENTS_FUNCTION, EVENTS_ARN, ICEBERG_FUNCTION, ICEBERG_ARN,
    /// State machines, their ARNs and their names.
    COMPACTION_MACHINE_ARN, COMPACTION_MACHINE_NAME, REPARTITION_MACHINE_ARN, REPARTITION_MACHINE_NAME,
    /// Log groups.
    TRANSFORM_LOGS_ARN, FLUSH_LOGS_ARN, RETENTION_LOGS_ARN, COMPACTION_LOGS_ARN, REPARTITION_LOGS_ARN,
    EVENTS_LOGS_ARN, ICEBERG_LOGS_ARN,
    FIREHOSE_LOGS_ARN,
    /// The queue of runs that were given up.
    FLUSHER_FAILURES_QUEUE, FLUSHER_FAILURES_ARN,
    /// The queue of what a source's event source mapping or subscription gave up.
    SOURCE_FAILURES_QUEUE, SOURCE_FAILURES_ARN,
    /// The queue that a mapping of a stack's own reads: of uploads.
    SOURCE_QUEUE, SOURCE_QUEUE_ARN,
    /// The queue of runs between those of the schedule.
    TICKS_QUEUE, TICKS_QUEUE_ARN, TICKS_QUEUE_URL,
    /// The Kinesis stream that records come from.
    SOURCE_STREAM, SOURCE_STREAM_ARN,
    /// The rule that routes uploads to their queue, by its name.
    UPLOADS_RULE,
    /// The delivery stream that invokes the function, and the role that it works under.
    FIREHOSE_STREAM, FIREHOSE_ROLE_ARN,
    /// The load balancer of servers, and their targets at it, by the names that its metrics have; the ECS cluster and
    /// the service that they are.
    LOAD_BALANCER, TARGET_GROUP, CLUSTER, SERVICE;

    private static final Pattern IN_TEXT = Pattern.compile("\\$\\{([a-z_]+)}");

    /// The word that stands for it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// As it stands in texts.
    @Override
    public String toString() {
        return "${" + word() + "}";
    }

    /// Puts names where they stand in `text`.
    ///
    /// @param names the name of each
    public static String fill(String text, UnaryOperator<String> names) {
        return IN_TEXT.matcher(text).replaceAll(found -> Matcher.quoteReplacement(names.apply(found.group(1))));
    }
}
