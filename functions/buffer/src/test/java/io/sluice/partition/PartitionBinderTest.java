package io.sluice.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.KeyValues;
import io.sluice.layout.PrefixExpression;
import io.sluice.partition.PartitionBinder.Bound;
import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.Reject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PartitionBinderTest {
    private final PartitionBinder binder = binder(KeyEncoding.VERBATIM);

    @Test
    void aRecordBelongsToThePartitionOfItsKeys() {
        Partition partition = to(binder.bind(Map.of("k", "a"), Map.of("l", "b")));
        assertEquals("k=a/l=b/", evaluated(partition));
        assertEquals(Partition.Kind.DATA, partition.kind());
        assertEquals(new ObjectFormat.Joined(Compression.ZIP), partition.format());
    }

    @Test
    void equalKeysAreBoundOnce() {
        assertSame(binder.bind(Map.of("k", "a"), Map.of("l", "b")), binder.bind(Map.of("k", "a"), Map.of("l", "b")));
    }

    /// A query's keys come in a map of their own kind, which is not copied; others in any map.
    @Test
    void valuesOfAnyMapAreBoundAlike() {
        for (KeyEncoding encoding : KeyEncoding.values()) {
            for (String value : List.of("a", "a b", "x/y", "größe", "..", "1")) {
                KeyValues keys = KeyValues.of(List.of("other", "k"), "a b", value);
                Bound quick = binder(encoding).bind(keys, Map.of("l", value));
                Bound slow = binder(encoding).bind(new HashMap<>(keys), new HashMap<>(Map.of("l", value)));
                assertEquals(slow, quick);
                PartitionBinder both = binder(encoding);
                assertSame(both.bind(keys, Map.of("l", value)), both.bind(new HashMap<>(keys), Map.of("l", value)));
            }
        }
    }

    @Test
    void theTwoNamespacesAreNotMixedUp() {
        Partition one = to(binder.bind(Map.of("k", "a", "l", "x"), Map.of("l", "b", "k", "y")));
        assertEquals("k=a/l=b/", evaluated(one));
    }

    @Test
    void aKeyThatTheFunctionLeftOutOrLeftEmptyIsNamed() {
        for (Map<String, String> lambdaValues : List.of(Map.<String, String>of(), Map.of("l", ""))) {
            Reject reject = rejected(binder.bind(Map.of("k", "a"), lambdaValues));
            assertEquals(ErrorOutputType.PARTITIONING_FAILED, reject.type());
            assertTrue(reject.message().contains("partition key 'l'"), reject.message());
        }
    }

    @Test
    void valuesThatMakeNoUsablePrefixAreRejectedWithTheReason() {
        Reject reject = rejected(binder.bind(Map.of("k", "x/../y"), Map.of("l", "b")));
        assertTrue(reject.message().contains("path segment .."), reject.message());
    }

    @Test
    void theKeyWhoseValueIsToBlameIsNamed() {
        assertTrue(rejected(binder.bind(Map.of("k", "x/../y"), Map.of("l", "b"))).message()
                .endsWith("; it is the value of key 'k'"));
        assertTrue(rejected(binder.bind(Map.of("k", "a"), Map.of("l", "b".repeat(600)))).message()
                .endsWith("; it is the value of key 'l'"));
        assertTrue(rejected(binder.bind(Map.of("k", "a\u0000"), Map.of("l", "b\u0000"))).message()
                .endsWith("KeyEncoding percent avoids it"), "one alone is not to blame");
    }

    @Test
    void percentEncodesEachValueAndNotTheText() {
        Partition partition = to(binder(KeyEncoding.PERCENT).bind(Map.of("k", "a/b"), Map.of("l", "=")));
        assertEquals("k=a%2Fb/l=%3D/", evaluated(partition));
    }

    @Test
    void errorRecordsOfAKindHaveOnePartition() {
        Partition errors = binder.errors(ErrorOutputType.DECOMPRESSION_FAILED);
        assertSame(errors, binder.errors(ErrorOutputType.DECOMPRESSION_FAILED));
        assertEquals(Partition.Kind.ERRORS, errors.kind());
        assertEquals("e/decompression-failed/", evaluated(errors));
    }

    @Test
    void dataAndErrorsUnderOnePrefixAreTwoPartitions() {
        PrefixExpression prefix = PrefixExpression.parse("same/");
        PartitionBinder same = new PartitionBinder(prefix, prefix, new ObjectFormat.Joined(Compression.GZIP),
                KeyEncoding.VERBATIM);
        Partition data = to(same.bind(Map.of(), Map.of()));
        Partition errors = same.errors(ErrorOutputType.PROCESSING_FAILED);
        assertEquals(data.prefix(), errors.prefix());
        assertTrue(!data.equals(errors), data.key());
    }

    @Test
    void aPartitionIsReadBackFromItsKey() {
        Partition partition = to(binder.bind(Map.of("k", "a:b"), Map.of("l", "d")));
        assertEquals(partition, new Partition(partition.key()));
        for (String key : List.of("", "d", ":", "d:", "xGZIP:p", "GZIP")) {
            assertThrows(IllegalArgumentException.class, () -> new Partition(key), key);
        }
        assertThrows(IllegalArgumentException.class, () -> new Partition("dLZ9:p").format());
    }

    private static PartitionBinder binder(KeyEncoding encoding) {
        return new PartitionBinder(
                PrefixExpression.parse("k=!{partitionKeyFromQuery:k}/l=!{partitionKeyFromLambda:l}/"),
                PrefixExpression.parse("e/!{firehose:error-output-type}/"), new ObjectFormat.Joined(Compression.ZIP),
                encoding);
    }

    private static String evaluated(Partition partition) {
        return partition.prefix().evaluate(Instant.EPOCH, ZoneOffset.UTC, "");
    }

    private static Partition to(Bound bound) {
        return ((Bound.To) bound).partition();
    }

    private static Reject rejected(Bound bound) {
        return ((Bound.Rejected) bound).reject();
    }
}
