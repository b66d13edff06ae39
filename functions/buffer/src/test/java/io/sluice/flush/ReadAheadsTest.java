package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How much is in memory at once, and how often a segment is read.
final class ReadAheadsTest {
    private static final int GAP = 128 << 10;

    @Test
    void whatFitsTheBudgetIsOneReadAhead() {
        List<Delivery> deliveries = List.of(delivery(chunk(1, 0, 4)), delivery(chunk(1, 4, 6)));
        assertEquals(new ReadAheads(List.of(deliveries), 10), ReadAheads.of(deliveries, new ReadAheadBudget(10)));
        assertEquals(List.of(), ReadAheads.of(List.of(), new ReadAheadBudget(10)).all());
    }

    @Test
    void whatDoesNotFitGoesInReadAheadsOfHalfTheBudgetInOrder() {
        List<Delivery> deliveries = List.of(delivery(chunk(1, 0, 4)), delivery(chunk(1, 4, 6)),
                delivery(chunk(1, 10, 1)), delivery(chunk(1, 11, 50)), delivery(chunk(1, 61, 1)));
        assertEquals(
                new ReadAheads(List.of(deliveries.subList(0, 2), deliveries.subList(2, 3), deliveries.subList(3, 4),
                        deliveries.subList(4, 5)), 10),
                ReadAheads.of(deliveries, new ReadAheadBudget(20)));
    }

    @Test
    void gapsThatAreReadAlongCount() {
        List<Delivery> sparse = IntStream.range(0, 8).mapToObj(i -> delivery(chunk(1, (long) i * GAP, 100))).toList();
        ReadAheads readAheads = ReadAheads.of(sparse, new ReadAheadBudget(4 * GAP));
        assertTrue(readAheads.all().size() > 1, readAheads.toString());
        for (List<Delivery> readAhead : readAheads.all()) {
            int read = StagedRanges.of(readAhead).stream().mapToInt(range -> range.bytes().length()).sum();
            assertTrue(read <= readAheads.bytesMax(), read + " bytes in a read-ahead of " + readAhead.size());
        }
    }

    @Test
    void aGapThatIsNotReadDoesNotCount() {
        List<Delivery> apart = List.of(delivery(chunk(1, 0, 5)), delivery(chunk(1, 6L + GAP, 5)));
        assertEquals(1, ReadAheads.of(apart, new ReadAheadBudget(10)).all().size());
    }

    @Test
    void theNumberOfReadAheadsIsToldBeforeThereAreDeliveries() {
        ReadAheadBudget budget = new ReadAheadBudget(10);
        assertEquals(1, budget.readAheads(0));
        assertEquals(1, budget.readAheads(10));
        assertEquals(3, budget.readAheads(11));
        assertEquals(4, budget.readAheads(20));
        assertThrows(IllegalArgumentException.class, () -> new ReadAheadBudget(0));
    }

    private static ChunkRef chunk(long segment, long offset, int length) {
        return new ChunkRef(segment, offset, length, ChunkForm.READY, 1, length, 0, 0, 0);
    }

    private static Delivery delivery(ChunkRef... chunks) {
        return new Delivery(new ObjectKey("object"), Partition.Kind.DATA, Compression.GZIP, Arrays.asList(chunks),
                Wrapping.NONE, new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0));
    }
}
