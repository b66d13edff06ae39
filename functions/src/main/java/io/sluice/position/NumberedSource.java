package io.sluice.position;

import java.nio.charset.StandardCharsets;

/// A source that numbers its records in the order in which it hands them over: one shard of one Kinesis stream.
///
/// @param name the same whoever reads the source and whenever; at most 1,024 bytes in UTF-8, since it is a sort key in
///     DynamoDB
public record NumberedSource(String name) {
    private static final int NAME_BYTES_MAX = 1_024;
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

    @Override
    public String toString() {
        return name;
    }
}
