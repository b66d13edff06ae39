package io.sluice.local.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.InputRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BatcherTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final EventWriter events = new EventWriter("quakes");
    private final Batcher batcher = new Batcher(events, START);
    private final List<Batch> batches = new ArrayList<>();
    private long offset;

    private void add(int bytes, long arrivalMillis) {
        var record = new InputRecord("0:in", offset++, new byte[bytes]);
        batcher.add(BatchRecord.of(record, START.plusMillis(arrivalMillis))).ifPresent(batches::add);
    }

    private List<Integer> recordCounts() {
        batcher.cut().ifPresent(batches::add);
        return batches.stream().map(b -> b.records().size()).toList();
    }

    @Test
    void noRecordsMakeNoBatch() {
        assertEquals(List.of(), recordCounts());
    }

    @Test
    void aBatchHoldsAtMostThreeMegabytesOfData() {
        add(1_000_000, 0);
        add(1_000_000, 0);
        add(1_000_000, 0);
        add(1, 0);
        assertEquals(List.of(3, 1), recordCounts());
        assertEquals(3_000_000, batches.getFirst().dataBytes());
    }

    @Test
    void aRecordBeyondThatIsABatchOfItsOwn() {
        add(10, 0);
        add(5_000_000, 0);
        add(10, 0);
        assertEquals(List.of(1, 1, 1), recordCounts());
    }

    @Test
    void theEventOfManySmallRecordsStaysWithinWhatLambdaTakes() {
        for (int i = 0; i < 100_000; i++) {
            add(10, 0);
        }
        assertTrue(recordCounts().size() > 1);
        for (Batch batch : batches) {
            long bytes = events.write(batch, 0).length;
            assertTrue(bytes <= Batcher.EVENT_BYTES_MAX, bytes + " bytes");
        }
        long first = events.write(batches.getFirst(), 0).length;
        assertTrue(first > Batcher.EVENT_BYTES_MAX * 0.9, first + " bytes: not filled");
    }

    @Test
    void aRecordWaitsLessThanHalfASecondOfArrivalTime() {
        add(1, 0);
        add(1, 499);
        add(1, 500);
        add(1, 999);
        add(1, 5_000);
        assertEquals(List.of(2, 2, 1), recordCounts());
    }

    @Test
    void theClockIsTheLargestArrivalSoFar() {
        add(1, 400);
        add(1, 100);
        assertEquals(List.of(2), recordCounts());
        assertEquals(START.plusMillis(400), batches.getFirst().clock());
    }

    @Test
    void theSameInputGivesTheSameIdsAndAnotherPositionOthers() {
        byte[] data = "{}".getBytes(UTF_8);
        String id = BatchRecord.of(new InputRecord("0:a", 5, data), START).recordId();
        assertEquals(id, BatchRecord.of(new InputRecord("0:a", 5, data), START.plusSeconds(1)).recordId());
        assertNotEquals(id, BatchRecord.of(new InputRecord("0:a", 6, data), START).recordId());
        assertNotEquals(id, BatchRecord.of(new InputRecord("1:a", 5, data), START).recordId());
        assertNotEquals(id, BatchRecord.of(new InputRecord("0:a", 5, "[]".getBytes(UTF_8)), START).recordId());
    }
}
