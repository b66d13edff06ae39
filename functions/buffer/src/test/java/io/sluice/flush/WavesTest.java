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
final class WavesTest {
    private static final int GAP = 128 << 10;

    @Test
    void whatFitsTheBudgetIsOneWave() {
        List<Delivery> deliveries = List.of(delivery(chunk(1, 0, 4)), delivery(chunk(1, 4, 6)));
        assertEquals(new Waves(List.of(deliveries), 10), Waves.of(deliveries, new WaveBudget(10)));
        assertEquals(List.of(), Waves.of(List.of(), new WaveBudget(10)).all());
    }

    @Test
    void whatDoesNotFitGoesInWavesOfHalfTheBudgetInOrder() {
        List<Delivery> deliveries = List.of(delivery(chunk(1, 0, 4)), delivery(chunk(1, 4, 6)),
                delivery(chunk(1, 10, 1)), delivery(chunk(1, 11, 50)), delivery(chunk(1, 61, 1)));
        assertEquals(new Waves(List.of(deliveries.subList(0, 2), deliveries.subList(2, 3), deliveries.subList(3, 4),
                deliveries.subList(4, 5)), 10), Waves.of(deliveries, new WaveBudget(20)));
    }

    @Test
    void gapsThatAreReadAlongCount() {
        List<Delivery> sparse = IntStream.range(0, 8).mapToObj(i -> delivery(chunk(1, (long) i * GAP, 100))).toList();
        Waves waves = Waves.of(sparse, new WaveBudget(4 * GAP));
        assertTrue(waves.all().size() > 1, waves.toString());
        for (List<Delivery> wave : waves.all()) {
            int read = StagedRanges.of(wave).stream().mapToInt(range -> range.bytes().length()).sum();
            assertTrue(read <= waves.bytesMax(), read + " bytes in a wave of " + wave.size());
        }
    }

    @Test
    void aGapThatIsNotReadDoesNotCount() {
        List<Delivery> apart = List.of(delivery(chunk(1, 0, 5)), delivery(chunk(1, 6L + GAP, 5)));
        assertEquals(1, Waves.of(apart, new WaveBudget(10)).all().size());
    }

    @Test
    void theNumberOfWavesIsToldBeforeThereAreDeliveries() {
        WaveBudget budget = new WaveBudget(10);
        assertEquals(1, budget.waves(0));
        assertEquals(1, budget.waves(10));
        assertEquals(3, budget.waves(11));
        assertEquals(4, budget.waves(20));
        assertThrows(IllegalArgumentException.class, () -> new WaveBudget(0));
    }

    private static ChunkRef chunk(long segment, long offset, int length) {
        return new ChunkRef(segment, offset, length, ChunkForm.READY, 1, length, 0, 0, 0);
    }

    private static Delivery delivery(ChunkRef... chunks) {
        return new Delivery(new ObjectKey("object"), Partition.Kind.DATA, Compression.GZIP, Arrays.asList(chunks),
                Wrapping.NONE, new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0));
    }
}
