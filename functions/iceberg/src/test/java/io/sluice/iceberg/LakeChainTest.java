package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.config.TablePaths;
import io.sluice.convert.PathValues;
import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeObject;
import io.sluice.landing.Landed;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The log of a stream's lake as entries of a chain.
final class LakeChainTest {
    private static final TableFiles FILES = new TableFiles(new TablePaths(Optional.empty(),
            Optional.of(new PathValues("joined/k=!{partitionKeyFromQuery:k}/", KeyEncoding.PERCENT,
                    List.of(Column.of("k", Primitive.STRING))))),
            ".parquet");

    private final MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
    private final LandingLog buffer = new LandingLog("quakes", staging);
    private final Chain chain = new LakeChain(new LandingLog("quakes!lake", staging),
            name -> new LandingLog(name, staging), FILES);

    @Test
    void whatReplacesOthersIsTold() {
        put(1, change("c/1", Reason.COMPACTION, 1, 1, List.of("q/k=a/1.gz"), List.of("joined/k=a%3D/2.parquet")));
        assertEquals(List.of(new Step.Replaced(1, 0, Map.of("quakes", 4L), keys("q/k=a/1.gz"),
                List.of(new DataObject(new ObjectKey("joined/k=a%3D/2.parquet"), 7, List.of(Optional.of("a=")))))),
                chain.after(0).toList());
    }

    @Test
    void whatIsNoParquetIsNoFileAndMayGo() {
        put(1, change("c/1", Reason.COMPACTION, 1, 1, List.of("q/k=a/1.gz"), List.of("joined/k=a/2.gz")));
        put(2, change("r/1", Reason.RETENTION, 1, 1, List.of("q/k=a/1.gz", "errors/1"), List.of()));
        assertEquals(List.of(new Step.Replaced(1, 0, Map.of("quakes", 4L), keys("q/k=a/1.gz"), List.of()),
                new Step.Removed(2, 1, Map.of("quakes", 4L), keys("q/k=a/1.gz", "errors/1"))),
                chain.after(0).toList());
    }

    @Test
    void aChangeInPartsIsOneEntryWhereItIsWhole() {
        put(1, change("c/1", Reason.COMPACTION, 1, 3, List.of("a", "b"), List.of()));
        put(2, change("r/1", Reason.ERASURE, 1, 1, List.of("x"), List.of()));
        put(3, change("c/1", Reason.COMPACTION, 2, 3, List.of("c"), List.of()));
        assertEquals(List.of(2L), versions(0));
        put(4, change("c/1", Reason.COMPACTION, 3, 3, List.of(), List.of("joined/k=a/2.parquet")));
        assertEquals(List.of(2L, 4L), versions(0));
        assertEquals(keys("a", "b", "c"), chain.after(0).toList().getLast().gone());
        assertEquals(List.of(), gaps(0));
    }

    /// The mark was moved behind its first part by another change.
    @Test
    void partsFromBeforeTheMarkAreLookedFor() {
        put(1, change("c/1", Reason.COMPACTION, 1, 3, List.of("a"), List.of()));
        put(2, change("c/1", Reason.COMPACTION, 2, 3, List.of("b"), List.of()));
        put(3, change("r/1", Reason.ERASURE, 1, 1, List.of("x"), List.of()));
        put(4, change("r/2", Reason.ERASURE, 1, 1, List.of("y"), List.of()));
        put(5, change("c/1", Reason.COMPACTION, 3, 3, List.of("c"), List.of()));
        assertEquals(keys("a", "b", "c"), chain.after(3).toList().getLast().gone());
        assertEquals(List.of(4L, 5L), versions(3));
        assertEquals(List.of(5L), versions(4));
        assertEquals(List.of(), gaps(4));
    }

    @Test
    void entriesThatAreMissingAreSeenByTheOneBehindThem() {
        put(3, change("r/1", Reason.ERASURE, 1, 1, List.of("x"), List.of()));
        put(6, 5, change("r/2", Reason.ERASURE, 1, 1, List.of("y"), List.of()));
        assertEquals(List.of(new Entries.Gap("quakes!lake", 3, 5, true)), gaps(3));
    }

    /// A recovery told that nothing landed with the head.
    @Test
    void aHeadWithWhichNothingLandedIsReachedByTheOneBefore() {
        buffer.put(new Landing(4, new ObjectKey("m"), new Landed(1, 2, List.of())));
        put(1, change("r/1", Reason.ERASURE, 1, 1, List.of("x"), List.of()));
        assertEquals(Map.of("quakes", 2L), chain.after(0).toList().getFirst().after());
    }

    private List<Long> versions(long mark) {
        return chain.after(mark).map(Step::version).toList();
    }

    private List<Entries.Gap> gaps(long mark) {
        return Entries.read(chain, mark, Optional.empty(), 100).gap().stream().toList();
    }

    private void put(long version, LakeChange change) {
        put(version, version - 1, change);
    }

    private void put(long version, long previous, LakeChange change) {
        Landing landing = new Landing(version, change, new Landed(1, previous, List.of()));
        staging.put(Landing.key("quakes!lake", version), Body.of(landing.encode()));
    }

    private static LakeChange change(String id, Reason reason, int part, int parts, List<String> gone,
            List<String> made) {
        return new LakeChange(id, reason, part, parts, Map.of("quakes", 4L), objects(gone), objects(made));
    }

    private static List<LakeObject> objects(List<String> keys) {
        return keys.stream().map(key -> new LakeObject(new ObjectKey(key), 7, Optional.empty(), Optional.empty()))
                .toList();
    }

    private static List<ObjectKey> keys(String... keys) {
        return Arrays.stream(keys).map(ObjectKey::new).toList();
    }
}
