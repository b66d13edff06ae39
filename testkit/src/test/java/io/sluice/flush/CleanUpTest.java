package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.Shard;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Plan;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.work.Workers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// What is deleted after a commit, by how many requests, and what becomes of the rest when some of it fails.
final class CleanUpTest {
    private static final ObjectKey REPLACED = new ObjectKey("manifests/quakes/1-run");

    private final CountingObjectStore staging = new CountingObjectStore(
            new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH)));
    private final List<List<EntryKey>> deletions = new ArrayList<>();

    private List<String> clean(int entries, int segments, Optional<ObjectKey> replaced, Set<Integer> deniedShards) {
        Plan plan = new Plan(Manifest.empty(), true, IntStream.range(0, entries).mapToObj(CleanUpTest::entry).toList(),
                IntStream.range(0, segments).mapToObj(CleanUpTest::segment).toList(), 0, 0, false);
        plan.released().forEach(segment -> staging.put(segment.key("quakes"), Body.of(new byte[1])));
        staging.requests.clear();
        return new CleanUp(new Buffer("quakes", staging, index(deniedShards)), Workers.sequential(),
                ReleasedSegments.DELETED).after(plan, replaced);
    }

    @Test
    void theReplacedManifestAndTheSegmentsGoByOneRequest() {
        assertEquals(List.of(), clean(0, 7, Optional.of(REPLACED), Set.of()));
        assertEquals(List.of("DELETE 8"), staging.requests);
    }

    @Test
    void nothingToDeleteIsNoRequest() {
        assertEquals(List.of(), clean(0, 0, Optional.empty(), Set.of()));
        assertEquals(List.of(), staging.requests);
        assertEquals(List.of(), deletions);
    }

    @Test
    void aFewEntriesAreOneRequest() {
        clean(25, 0, Optional.empty(), Set.of());
        assertEquals(1, deletions.size());
        assertEquals(25, deletions.getFirst().size());
    }

    @Test
    void manyEntriesGoInFourGroupsOfWhichEachHasShardsOfItsOwn() {
        clean(1_000, 0, Optional.empty(), Set.of());
        assertEquals(4, deletions.size());
        Set<Shard> seen = new HashSet<>();
        for (List<EntryKey> group : deletions) {
            Set<Shard> shards = new HashSet<>(group.stream().map(EntryKey::shard).toList());
            shards.forEach(shard -> assertTrue(seen.add(shard), shard + " is in two groups"));
        }
        assertEquals(1_000, deletions.stream().mapToInt(List::size).sum());
    }

    @Test
    void aGroupThatFailsHoldsUpNoOtherAndKeepsTheSegments() {
        List<String> problems = clean(100, 3, Optional.of(REPLACED), Set.of(1));
        assertEquals(List.of("shard 1 denied"), problems);
        assertEquals(4, deletions.size());
        assertEquals(List.of("DELETE 1"), staging.requests, "the replaced manifest");
    }

    private static EntryKey entry(int number) {
        return new EntryKey(new Shard(number % 8), number, new BatchId(number, number));
    }

    private static SegmentId segment(int number) {
        return new SegmentId(new BatchId(number, 0), number, number);
    }

    private BufferIndex index(Set<Integer> deniedShards) {
        return new PassingIndex(new MemoryIndex(1)) {
            @Override
            public void delete(Collection<EntryKey> keys) {
                deletions.add(List.copyOf(keys));
                if (keys.stream().anyMatch(key -> deniedShards.contains(key.shard().number()))) {
                    throw new StoreException(StoreException.Kind.REFUSED, "shard 1 denied");
                }
            }
        };
    }
}
