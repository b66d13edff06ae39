package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.config.Cadence;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the index and the flusher have to bear.
final class LoadTest {
    private static final FlushLoad EVERY_MINUTE = new FlushLoad(1, 1 / 60.0, 2 / 60.0, 3 / 60.0, 1, 1);

    private static Batches batches(double perSecond) {
        return new Batches(perSecond, 3e6, 1_000, Duration.ofSeconds(1), 0);
    }

    @ParameterizedTest
    @CsvSource({
            // batches a second, item bytes: shards, DynamoDB's partitions
            "0.33,   300,  1, 1",
            "33.3,  1024,  1, 1",
            "250,   1024,  1, 1",
            "251,   1024,  2, 1",
            "333,    900,  2, 1",
            "600,    900,  3, 2",
            "100,   1025,  1, 1",
            "300,   2048,  3, 2"})
    void shardsFollowTheWriteShardingFormulaTwiceOver(double perSecond, int itemBytes, int shards, int partitions) {
        IndexLoad load = IndexLoad.of(batches(perSecond), itemBytes, EVERY_MINUTE, 8);
        assertEquals(shards, load.shardsNeeded());
        assertEquals(partitions, load.dynamoDbPartitions());
    }

    /// Each has shards of its own, and its share of the batches.
    @Test
    void theShardsOfALaneBearItsShare() {
        FlushLoad four = new FlushLoad(4, 4 / 60.0, 8 / 60.0, 12 / 60.0, 1, 1);
        IndexLoad load = IndexLoad.of(batches(1_001), 900, four, 8);
        assertEquals(2, load.shardsNeeded());
        assertEquals(3, load.dynamoDbPartitions());
    }

    @Test
    void aBatchIsTwoWriteUnitsAndACommitOne() {
        IndexLoad load = IndexLoad.of(batches(10), 900, EVERY_MINUTE, 8);
        assertEquals(2 * 10 + 2 / 60.0, load.writesPerSecond(), 1e-9);
    }

    @Test
    void readsAreAQueryAShardAndPassTheEntriesAndTwoItemsARun() {
        IndexLoad load = IndexLoad.of(batches(10), 1_024, EVERY_MINUTE, 8);
        assertEquals(3 / 60.0 * 8 + 10 / 4.0 + 2 / 60.0, load.readsPerSecond(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({
            // objects an interval, their bytes, partitions a batch: ranges of a segment, commits an interval of 60 s
            "10,    1000000, 100,   1, 2",
            "10,   40000000, 100,   1, 2",
            "10,  100000000, 100,   5, 2",
            "10, 1000000000,   5,   5, 2",
            "0.5,   1000000, 100,   1, 1.5"})
    void aSegmentIsReadOnceAReadAhead(double objects, double bytes, double partitions, double ranges, double commits) {
        ObjectForecast forecast = new ObjectForecast(objects, bytes, bytes * 4, 1_000, objects, List.of());
        FlushLoad load = FlushLoad.of(1, new Cadence(Duration.ofSeconds(60), Duration.ofSeconds(60)), batches(1),
                partitions, forecast, forecast.bytes(), 40_000_000);
        assertEquals(ranges, load.rangesPerBatch(), 1e-9);
        assertEquals(commits, load.commitsPerSecond() * 60, 1e-9);
        assertEquals(1, load.passesPerSecond() * 60, 1e-9);
    }

    /// Each has a fourth of the batches, an object of its own of each partition, and a run a minute.
    @Test
    void buffersHaveRunsOfTheirOwn() {
        ObjectForecast ofBuffer = new ObjectForecast(100, 1e9, 4e9, 1_000, 100, List.of());
        FlushLoad load = FlushLoad.of(4, new Cadence(Duration.ofSeconds(60), Duration.ofSeconds(60)), batches(40), 100,
                ofBuffer, ofBuffer.bytes(), 32 << 20);
        assertEquals(4 / 60.0, load.runsPerSecond(), 1e-9);
        assertEquals(8 / 60.0, load.commitsPerSecond(), 1e-9);
        assertEquals(0.3 + 25 + 100 * 0.05 / 16, load.secondsPerRun(), 1e-9);
        assertEquals(load.secondsPerRun() / 60, load.busy(), 1e-9);
    }

    @Test
    void theFlusherIsBusierWithMoreData() {
        ObjectForecast gigabytes = new ObjectForecast(100, 6e9, 24e9, 1_000, 100, List.of());
        FlushLoad load = FlushLoad.of(1, new Cadence(Duration.ofSeconds(60), Duration.ofSeconds(60)), batches(10), 100,
                gigabytes, gigabytes.bytes(), 32 << 20);
        // 0.3 s for the run, 150 s for 6 GB, and 100 objects.
        assertEquals(0.3 + 150 + 100 * 0.05 / 16, load.secondsPerRun(), 1e-9);
        assertEquals(load.secondsPerRun() / 60, load.busy(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({
            // measured: partitions, directory, item, tails; partitions a batch: directory, item, share of tails
            "50,  400,  490, 0,  50,  400,  490, 0",
            "50,  400,  490, 0, 100,  800,  890, 0",
            "50,  400,  490, 0, 200, 1600,   98, 1",
            "300, 2000,  98, 1, 600, 4000,   98, 1",
            "50,  400,  490, 0,  20,  400,  490, 0"})
    void aDirectoryWithoutRoomInTheItemIsTheSegmentsTail(double measured, double directory, int item, int tails,
            double partitions, double expectedDirectory, double expectedItem, double tailShare) {
        Staging staging = new Staging(1, 1_000, 100, new ObjectSize(0.1, 0), measured, directory, item, tails,
                Duration.ofMillis(10));
        EntryForecast entry = EntryForecast.of(staging, partitions);
        assertEquals(expectedDirectory, entry.directoryBytes(), 1e-9);
        assertEquals(expectedItem, entry.itemBytes(), 1e-9);
        assertEquals(tailShare, entry.tailShare(), 1e-9);
    }
}
