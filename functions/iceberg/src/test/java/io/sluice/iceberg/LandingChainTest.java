package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.config.TablePaths;
import io.sluice.convert.PathValues;
import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.landing.LogBegunAnewException;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Landings as entries of a chain.
final class LandingChainTest {
    private static final TableFiles FILES = new TableFiles(new TablePaths(Optional.of(new PathValues(
            "q/k=!{partitionKeyFromQuery:k}/", KeyEncoding.PERCENT, List.of(Column.of("k", Primitive.STRING)))),
            Optional.empty()), ".parquet");

    private final MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
    private final LandingLog log = new LandingLog("quakes", staging);
    private final Chain chain = new LandingChain(log, FILES);

    @Test
    void objectsOfErrorsAreNoDataFiles() {
        log.put(landing(3, 0, object("q/k=a%2F/1.parquet", Partition.Kind.DATA), object("e", Partition.Kind.ERRORS)));
        log.put(landing(5, 3, object("e2", Partition.Kind.ERRORS)));
        assertEquals("quakes", chain.name());
        assertEquals(List.of(
                new Step.Landed(3, 0,
                        List.of(new DataObject(new ObjectKey("q/k=a%2F/1.parquet"), 7, List.of(Optional.of("a/"))))),
                new Step.Landed(5, 3, List.of())), chain.after(0).toList());
        assertEquals(List.of(new Step.Landed(5, 3, List.of())), chain.after(3).toList());
    }

    @Test
    void objectsOfAnEarlierPrefixArePassedUnlessTheyHaveAllColumns() {
        log.put(landing(3, 0, object("raw/date=2026-11-27/1.parquet", Partition.Kind.DATA),
                object("raw/k=a/2.parquet", Partition.Kind.DATA)));
        assertEquals(List.of(new Step.Landed(3, 0,
                List.of(new DataObject(new ObjectKey("raw/k=a/2.parquet"), 7, Optional.empty())))),
                chain.after(0).toList());
    }

    @Test
    void aLandingThatIsMissingIsSeenByTheOneBehindIt() {
        log.put(landing(3, 0, object("q/k=a%2F/1.parquet", Partition.Kind.DATA)));
        log.put(landing(4, 3, object("b", Partition.Kind.DATA)));
        log.put(landing(6, 4, object("c", Partition.Kind.DATA)));
        staging.delete(List.of(Landing.key("quakes", 4)));
        assertEquals(Optional.of(new Entries.Gap("quakes", 3, 4, false)),
                Entries.read(chain, 3, Optional.empty(), 10).gap());
    }

    /// The log was switched off for a while: what landed then it does not tell.
    @Test
    void aLandingThatFollowsNoneIsBehindAGap() {
        log.put(landing(3, 0, object("q/k=a%2F/1.parquet", Partition.Kind.DATA)));
        log.put(landing(9, 0, object("q/k=a%2F/2.parquet", Partition.Kind.DATA)));
        assertEquals(Optional.of(new Entries.Gap("quakes", 3, 8, false)),
                Entries.read(chain, 3, Optional.empty(), 10).gap());
    }

    /// A log keeps its last entry for good: one that ends before the mark is of a stream that was made anew.
    @Test
    void aLogThatBeganAnewIsToldFromOneInWhichNothingLanded() {
        log.put(landing(3, 0, object("q/k=a%2F/1.parquet", Partition.Kind.DATA)));
        log.put(landing(9, 3, object("b", Partition.Kind.DATA)));
        assertEquals(List.of(), chain.after(9).toList());
        staging.delete(List.of(Landing.key("quakes", 9)));
        assertThrows(LogBegunAnewException.class, () -> chain.after(9).toList());
        staging.delete(List.of(Landing.key("quakes", 3)));
        assertThrows(LogBegunAnewException.class, () -> chain.after(3).toList());
        assertEquals(List.of(), chain.after(0).toList());
    }

    private static Landing landing(long version, long previous, LandedObject... objects) {
        return new Landing(version, new ObjectKey("manifest"), new Landed(1, previous, List.of(objects)));
    }

    private static LandedObject object(String key, Partition.Kind kind) {
        return new LandedObject(new ObjectKey(key), kind, 7, 2, 1, 1);
    }
}
