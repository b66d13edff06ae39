package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.index.EntryKey;
import io.sluice.index.Shard;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SweepTest {
    private static final Duration OLD = Duration.ofHours(28);

    private final Buffer buffer = new Buffer();

    @Test
    void aSegmentWithoutAnEntryGoesWhenItIsOld() {
        stageWithoutEntry();
        buffer.now = buffer.now.plus(Duration.ofHours(27));
        assertEquals(new Sweep.Summary(0, 0, 0, true), buffer.sweep(), "a retry may still refer to it");
        buffer.now = buffer.now.plusSeconds(1);
        assertEquals(new Sweep.Summary(1, 0, 0, true), buffer.sweep());
        assertEquals(Set.of(), buffer.staging.contents().keySet());
    }

    @Test
    void aSegmentThatAnEntryNamesStaysHoweverOld() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.now = buffer.now.plus(Duration.ofDays(100));
        assertEquals(0, buffer.sweep().segments());
        buffer.drain("run");
        assertEquals(1, buffer.data.contents().size());
    }

    @Test
    void aSegmentThatTheManifestNamesStaysHoweverOld() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(0, buffer.index.entries());
        buffer.now = buffer.now.plus(OLD);
        assertEquals(new Sweep.Summary(0, 0, 0, true), buffer.sweep());
        assertEquals(1, buffer.drain("run 2").objects());
    }

    @Test
    void aManifestThatLostItsCommitGoesAndTheCurrentOneStays() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run");
        buffer.staging.put(new ObjectKey("manifests/quakes/0000000000000000001-loser"), Body.of(new byte[]{1}));
        buffer.now = buffer.now.plus(OLD);
        assertEquals(new Sweep.Summary(0, 1, 0, true), buffer.sweep());
        ObjectKey current = buffer.index.state().orElseThrow().manifest();
        assertEquals(Set.of(current.value()), buffer.staging.contents().keySet());
    }

    @Test
    void otherStreamsAreNoneOfItsBusiness() {
        buffer.staging.put(new ObjectKey("segments/quakes-2/x"), Body.of(new byte[]{1}));
        buffer.now = buffer.now.plus(OLD);
        buffer.sweep();
        assertEquals(Set.of("segments/quakes-2/x"), buffer.staging.contents().keySet());
    }

    @Test
    void whileAnEntryCannotBeReadNoSegmentIsRemoved() {
        stageWithoutEntry();
        buffer.ingest(buffer.batch("one", "a:1"));
        for (int shard = 0; shard < 4; shard++) {
            buffer.index.read(new Shard(shard), Optional.empty()).entries()
                    .forEach(entry -> damage(entry.key()));
        }
        buffer.now = buffer.now.plus(OLD);
        assertEquals(new Sweep.Summary(0, 0, 1, true), buffer.sweep());
        assertEquals(2, buffer.staging.contents().size());
    }

    @Test
    void aStreamWithoutGarbageCostsTwoListings() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("first");
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        new Sweep(Buffer.settings(), staging, buffer.index, () -> buffer.now).sweep(Deadline.NONE);
        assertEquals(2, staging.requests.size(), staging.requests.toString());
        assertTrue(staging.requests.stream().allMatch(request -> request.startsWith("LIST")));
    }

    @Test
    void manyAreRemovedPageByPage() {
        for (int i = 0; i < 2_500; i++) {
            buffer.staging.put(new ObjectKey("segments/quakes/%05d".formatted(i)), Body.of(new byte[0]));
        }
        buffer.now = buffer.now.plus(OLD);
        assertEquals(2_500, buffer.sweep().segments());
        assertEquals(Set.of(), buffer.staging.contents().keySet());
    }

    @Test
    void noMoreKeysAreHeldThanItsBound() {
        for (int i = 0; i < 20_500; i++) {
            buffer.staging.put(new ObjectKey("segments/quakes/%05d".formatted(i)), Body.of(new byte[0]));
        }
        buffer.now = buffer.now.plus(OLD);
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        assertEquals(20_500,
                new Sweep(Buffer.settings(), staging, buffer.index, () -> buffer.now).sweep(Deadline.NONE).segments());
        assertEquals(List.of("DELETE 20000", "DELETE 500"),
                staging.requests.stream().filter(request -> request.startsWith("DELETE")).toList());
    }

    @Test
    void stopsWhenTimeIsShortAndSaysSo() {
        stageWithoutEntry();
        buffer.now = buffer.now.plus(OLD);
        Sweep.Summary summary = new Sweep(Buffer.settings(), buffer.staging, buffer.index, () -> buffer.now)
                .sweep(() -> Duration.ofSeconds(29));
        assertFalse(summary.complete());
        assertEquals(1, buffer.staging.contents().size());
    }

    private void stageWithoutEntry() {
        buffer.ingest(buffer.staging, new Buffer().index).accept(buffer.batch("lost", "a:1"), Optional.empty());
    }

    private void damage(EntryKey key) {
        buffer.index.damage(key, bytes -> {
            bytes[5] ^= 1;
            return bytes;
        });
    }
}
