package io.sluice.position;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class NumberedSourceTest {
    private static final String STREAM = "arn:aws:kinesis:us-east-1:123456789012:stream/quakes";

    @Test
    void aShardIsTheSameWhoeverReadsIt() {
        assertEquals(NumberedSource.ofKinesis(STREAM, "shardId-000000000000"),
                NumberedSource.ofKinesis(STREAM + "/consumer/sluice:1717171717", "shardId-000000000000"));
    }

    @Test
    void shardsAndStreamsAreApart() {
        NumberedSource one = NumberedSource.ofKinesis(STREAM, "shardId-000000000000");
        assertNotEquals(one, NumberedSource.ofKinesis(STREAM, "shardId-000000000001"));
        assertNotEquals(one, NumberedSource.ofKinesis(STREAM + "2", "shardId-000000000000"));
    }

    @Test
    void aShardWithoutAStreamIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> NumberedSource.ofKinesis("", "shardId-000000000000"));
        assertThrows(IllegalArgumentException.class, () -> NumberedSource.ofKinesis(STREAM, ""));
        assertThrows(IllegalArgumentException.class, () -> NumberedSource.ofKinesis(STREAM, "é".repeat(600)));
    }
}
