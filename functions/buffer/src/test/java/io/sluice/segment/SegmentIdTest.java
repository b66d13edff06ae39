package io.sluice.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SegmentIdTest {
    private static final BatchId BATCH = BatchId.of(List.of("a", "b"));

    @Test
    void aBatchIsNamedByItsRecordIdsAndTheirOrder() {
        assertEquals(BATCH, BatchId.of(List.of("a", "b")));
        assertNotEquals(BATCH, BatchId.of(List.of("b", "a")));
        assertNotEquals(BATCH, BatchId.of(List.of("ab")));
        assertNotEquals(BatchId.of(List.of("", "a")), BatchId.of(List.of("a", "")));
    }

    @Test
    void aBatchIdNeverChangesBetweenVersions() {
        assertEquals("16275ef0f5d0eb9dd9e0a53277549fda", BATCH.toString());
        assertEquals(BATCH, BatchId.parse(BATCH.toString()));
    }

    @Test
    void textsThatAreNoBatchIdAreRefused() {
        for (String hex : List.of("", "0", "g".repeat(32), "0".repeat(30), "0".repeat(34))) {
            assertThrows(IllegalArgumentException.class, () -> BatchId.parse(hex), hex);
        }
    }

    @Test
    void batchIdsAreOrderedAsTheirTextsAre() {
        Random random = new Random(11);
        List<BatchId> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(new BatchId(random.nextInt(3) - 1L, random.nextLong()));
        }
        List<String> texts = ids.stream().map(BatchId::toString).sorted().toList();
        assertEquals(texts, ids.stream().sorted().map(BatchId::toString).toList());
    }

    @Test
    void aSegmentsKeyIsItsBatchAndItsContentAndIsReadBack() {
        SegmentId id = SegmentId.of(BATCH, "content".getBytes(UTF_8));
        ObjectKey key = id.key("orders");
        assertTrue(key.value().startsWith("segments/orders/" + BATCH + "-"), key.value());
        assertEquals(id, SegmentId.parse("orders", key));
        assertNotEquals(id, SegmentId.of(BATCH, "Content".getBytes(UTF_8)));
    }

    @Test
    void segmentsAreOrderedByBatchAndThenByContent() {
        SegmentId first = new SegmentId(BATCH, 1, 2);
        SegmentId second = new SegmentId(BATCH, 1, 3);
        SegmentId third = new SegmentId(BATCH, 2, 0);
        SegmentId last = new SegmentId(new BatchId(BATCH.high() + 1, 0), 0, 0);
        assertEquals(List.of(first, second, third, last),
                List.of(last, third, second, first).stream().sorted().toList());
    }

    @Test
    void keysOfOthersAreRefused() {
        String key = SegmentId.of(BATCH, new byte[0]).key("orders").value();
        for (String other : List.of("segments/orders/", key + "0", key.replace("orders", "others"),
                key.replace('-', '_'), "x" + key, key.replace(key.substring(key.length() - 1), "g"))) {
            assertThrows(IllegalArgumentException.class, () -> SegmentId.parse("orders", new ObjectKey(other)), other);
        }
    }
}
