package io.sluice.position;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// A source that numbers its records in the order in which it hands them over: one shard of one Kinesis stream, or one
/// partition of one Kafka topic.
///
/// @param name the same whoever reads the source and whenever; at most 1,024 bytes in UTF-8, since it is a sort key in
///     DynamoDB
public record NumberedSource(String name) {
    private static final int NAME_BYTES_MAX = 1_024;
    /// Source: Apache Kafka, `org.apache.kafka.common.internals.Topic`.
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final String CONSUMER = "/consumer/";

    /// @throws IllegalArgumentException when the name is empty or too long
    public NumberedSource {
        if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
            throw new IllegalArgumentException("the name of a numbered source has 1 to " + NAME_BYTES_MAX
                    + " bytes: '" + name + "'");
        }
    }

    /// A shard of a Kinesis stream. What a consumer with enhanced fan-out reads is the same shard: its ARN is the
    /// stream's with `/consumer/…` at its end, and is cut there.
    ///
    /// @param arn the stream's ARN, or such a consumer's
    /// @throws IllegalArgumentException when either is empty
    public static NumberedSource ofKinesis(String arn, String shardId) {
        if (arn.isEmpty() || shardId.isEmpty()) {
            throw new IllegalArgumentException("a Kinesis shard has an ARN and an id: '" + arn + "', '" + shardId
                    + "'");
        }
        int consumer = arn.indexOf(CONSUMER);
        return new NumberedSource((consumer < 0 ? arn : arn.substring(0, consumer)) + "/" + shardId);
    }

    /// A partition of a Kafka topic, whose records have offsets.
    ///
    /// @param cluster what tells the cluster apart from all others
    /// @param topic   of letters, digits, `.`, `_` and `-`, so that the partition's number can be told from it
    /// @throws IllegalArgumentException when there is no such partition
    public static NumberedSource ofKafka(String cluster, String topic, int partition) {
        if (cluster.isEmpty() || partition < 0 || !TOPIC.matcher(topic).matches()) {
            throw new IllegalArgumentException("a topic has a cluster, 1 to 249 of the characters a-zA-Z0-9._- and"
                    + " partitions from 0 on: '" + cluster + "', '" + topic + "', " + partition);
        }
        return new NumberedSource(cluster + "/" + topic + "-" + partition);
    }

    @Override
    public String toString() {
        return name;
    }
}
