package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.Shard;
import io.sluice.landing.Completeness;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.landing.Waiting;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import io.sluice.work.Deadline;
import io.sluice.work.OutOfTimeException;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Until when a buffer is complete: of a record that arrived before, a landing tells.
final class CompletenessReaderTest {
    private static final Duration KEPT = Duration.ofDays(7);

    private World world = new World();

    /// A buffer with a landing log, and what was accepted into it.
    private static final class World {
        final BufferInMemory buffer = new BufferInMemory();
        final Map<String, Instant> accepted = new HashMap<>();
        final Faults faults = new Faults(() -> {});
        private int runs;

        void accept(String name, Instant arrival) {
            Instant before = buffer.now;
            buffer.now = arrival;
            buffer.ingest(buffer.batch(name, "a:" + name));
            buffer.now = before;
            accepted.put("a:" + name, arrival);
        }

        void flush(Planner.Mode mode) {
            new Flusher(settings(), new Buffer("quakes", new PassingObjectStore(buffer.staging, faults.of("staging")),
                    new PassingIndex(buffer.index, faults.of("index"))),
                    new PassingObjectStore(buffer.data, faults.of("data")), Workers.sequential(), () -> buffer.now)
                    .flush("run " + runs++, mode, Deadline.NONE);
        }

        /// A run that dies after its request of that number.
        ///
        /// @return false when it ended before
        boolean dies(Planner.Mode mode, int request) {
            faults.arm(Faults.Kind.CRASH_AFTER, request);
            try {
                flush(mode);
                return false;
            } catch (Faults.Crash _) {
                return true;
            } finally {
                faults.disarm();
            }
        }

        Buffer buffer() {
            return new Buffer("quakes", buffer.staging, buffer.index);
        }

        Completeness read() {
            return read(buffer());
        }

        Completeness read(Buffer through) {
            return new CompletenessReader(4, Workers.sequential()).read(through, buffer.now.toEpochMilli());
        }

        /// Lines of the objects that landings tell.
        Set<String> told() {
            Set<String> lines = new HashSet<>();
            new LandingLog(buffer()).steps(0).map(step -> ((LandingLog.Step.Came) step).landing())
                    .flatMap(landing -> landing.landed().objects().stream())
                    .forEach(each -> lines.addAll(BufferInMemory.lines(buffer.data.get(each.key()))));
            return lines;
        }
    }

    private static FlushSettings settings() {
        FlushSettings usual = BufferInMemory.settings();
        PlanSettings plan = usual.plan();
        return new FlushSettings(new PlanSettings(plan.due(), plan.naming(), plan.errorOutput(), plan.retry(),
                plan.activePartitionLimit(), plan.shardCount(), plan.foldedFor(), plan.deliveriesMax(),
                plan.pendingBytesMax(), Optional.of(KEPT)), 1 << 20, 1 << 20);
    }

    private static Instant minute(int minute) {
        return BufferInMemory.NOON.plus(Duration.ofMinutes(minute));
    }

    private Completeness.Until until() {
        return assertInstanceOf(Completeness.Until.class, world.read());
    }

    private Waiting waiting() {
        return until().heldBackBy().orElseThrow();
    }

    /// Whoever asks has something else to do as well.
    @Test
    void whereThereIsNoTimeToReadAllEntriesNothingIsSaid() {
        world.accept("one", BufferInMemory.NOON);
        var reader = new CompletenessReader(4, Workers.sequential(), () -> Duration.ofSeconds(29));
        assertThrows(OutOfTimeException.class, () -> reader.read(world.buffer(), world.buffer.now.toEpochMilli()));
    }

    @Test
    void aBufferInWhichNothingWaitsIsCompleteUntilTheReadingBegan() {
        assertEquals(BufferInMemory.NOON.toEpochMilli(), until().time());
        world.accept("one", minute(-3));
        world.flush(Planner.Mode.DRAIN);
        assertEquals(BufferInMemory.NOON.toEpochMilli(), until().time());
        assertEquals(Optional.empty(), until().oldest());
    }

    @Test
    void whatWaitsHoldsItBackAtEveryStageUntilItsLandingIsPut() {
        world.accept("one", minute(-3));
        assertEquals(Waiting.Stage.STAGED, waiting().stage());
        world.flush(Planner.Mode.SCHEDULED);
        assertEquals(Waiting.Stage.PENDING, waiting().stage());
        assertEquals("key=a/", waiting().name());
        assertEquals(minute(-3).toEpochMilli(), until().time());
        Set<Waiting.Stage> met = new HashSet<>();
        for (int request = 0; world.dies(Planner.Mode.DRAIN, request); request++) {
            until().heldBackBy().map(Waiting::stage).ifPresent(met::add);
            world = new World();
            world.accept("one", minute(-3));
            world.flush(Planner.Mode.SCHEDULED);
        }
        assertEquals(Set.of(Waiting.Stage.PENDING, Waiting.Stage.DELIVERY, Waiting.Stage.OBJECT), met);
        assertEquals(Optional.empty(), until().oldest());
    }

    @Test
    void theOldestOfAllIsNamed() {
        world.accept("one", minute(-3));
        world.flush(Planner.Mode.SCHEDULED);
        world.accept("two", minute(-5));
        world.accept("three", minute(-1));
        assertEquals(minute(-5).toEpochMilli(), waiting().arrival());
        assertEquals(Waiting.Stage.STAGED, waiting().stage());
    }

    /// By a clock that is ahead, it waits, and nothing is held back.
    @Test
    void whatArrivedAfterTheReadingBeganDoesNotMoveTheTimeOn() {
        world.accept("ahead", minute(9));
        assertEquals(BufferInMemory.NOON.toEpochMilli(), until().time());
        assertEquals(Optional.empty(), until().heldBackBy());
        assertEquals(minute(9).toEpochMilli(), until().oldest().orElseThrow().arrival());
    }

    @Test
    void entriesThatAreFoldedAndCouldNotBeDeletedHoldNothingBack() {
        world.accept("one", minute(-3));
        BufferIndex undeletable = new PassingIndex(world.buffer.index) {
            @Override
            public void delete(Collection<EntryKey> keys) {}
        };
        new Flusher(settings(), new Buffer("quakes", world.buffer.staging, undeletable), world.buffer.data,
                Workers.sequential(), () -> world.buffer.now).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(1, world.buffer.index.entries());
        assertEquals(Optional.empty(), until().oldest());
    }

    @Test
    void aDamagedEntryLeavesItUnknown() {
        Completeness read = world.read(new Buffer("quakes", world.buffer.staging,
                new PassingIndex(world.buffer.index) {
                    @Override
                    public EntryPage read(Shard shard, Optional<EntryKey> after) {
                        return new EntryPage(List.of(), List.of("entry of shard " + shard.number()), Optional.empty());
                    }
                }));
        assertEquals(new Completeness.Unknown(
                List.of("entry of shard 0", "entry of shard 1", "entry of shard 2", "entry of shard 3")), read);
    }

    @Test
    void aLostTableLeavesItUnknown() {
        Runnable empty = world.buffer.index.snapshot();
        world.accept("one", minute(-3));
        world.flush(Planner.Mode.DRAIN);
        empty.run();
        Completeness.Unknown unknown = assertInstanceOf(Completeness.Unknown.class, world.read());
        assertTrue(unknown.reasons().getFirst().contains("./sluice recover"), unknown.reasons().toString());
    }

    @Test
    void aDamagedManifestOrLandingLeavesItUnknown() {
        world.accept("one", minute(-3));
        world.flush(Planner.Mode.DRAIN);
        ObjectKey landing = world.buffer.staging.contents().keySet().stream()
                .filter(key -> key.startsWith(Landing.prefix("quakes"))).map(ObjectKey::new).findFirst().orElseThrow();
        for (ObjectKey key : List.of(landing, world.buffer.index.state().orElseThrow().manifest())) {
            byte[] whole = world.buffer.staging.get(key);
            byte[] damaged = whole.clone();
            damaged[damaged.length / 2] ^= 1;
            world.buffer.staging.put(key, Body.of(damaged));
            assertInstanceOf(Completeness.Unknown.class, world.read(), key.value());
            world.buffer.staging.put(key, Body.of(whole));
        }
        world.buffer.staging.delete(List.of(landing));
        assertEquals(Waiting.Stage.OBJECT, waiting().stage(), "of what landed last nothing tells");
    }

    @Test
    void shardsThatOnlyTheManifestKnowsAreRead() {
        world.buffer.ingest(16, world.buffer.staging, world.buffer.index)
                .accept(world.buffer.batch("first", "a:0"), Optional.empty());
        world.flush(Planner.Mode.DRAIN);
        BufferIndex madeAgain = new PassingIndex(world.buffer.index) {
            @Override
            public int shardsUsed() {
                return 1;
            }
        };
        for (int batch = 0; batch < 16; batch++) {
            world.buffer.now = minute(-60 - batch);
            world.buffer.ingest(16, world.buffer.staging, world.buffer.index)
                    .accept(world.buffer.batch("batch " + batch, "a:" + batch), Optional.empty());
        }
        world.buffer.now = BufferInMemory.NOON;
        Completeness.Until read = (Completeness.Until) world
                .read(new Buffer("quakes", world.buffer.staging, madeAgain));
        assertEquals(minute(-75).toEpochMilli(), read.time());
    }

    @Test
    void aReadingOfAnIdleBufferTakesTheseRequests() {
        world.accept("one", minute(-3));
        world.flush(Planner.Mode.DRAIN);
        var index = new CountingIndex(world.buffer.index);
        var staging = new CountingObjectStore(world.buffer.staging);
        world.read(new Buffer("quakes", staging, index));
        assertEquals(List.of("shards used", "recovery", "read", "read", "read", "read", "state", "recovery"),
                index.requests);
        assertEquals(List.of("GET", "LIST", "GET"),
                staging.requests.stream().map(each -> each.substring(0, each.indexOf(" "))).toList());
    }

    /// Before each two of a reading's requests, a run goes on, up to each of its requests; a run that folds, and one
    /// that delivers what is pending.
    @Test
    @Tag("long")
    void whateverRunsDoBetweenTwoRequestsOfAReadingNothingIsMissed() {
        assertTrue(readings(1) > 1_000);
    }

    @Test
    void whateverSomeRunsDoBetweenTwoRequestsOfAReadingNothingIsMissed() {
        assertTrue(readings(7) > 100);
    }

    /// @param step of the requests at which the first run ends, one after which the next is tried
    private int readings(int step) {
        int readings = 0;
        for (int before = 0; before < 16; before++) {
            boolean more = true;
            for (int request = before % step; more; request += step) {
                for (int again = before; again < 16; again++) {
                    world = begun();
                    boolean[] died = new boolean[1];
                    int upTo = request;
                    Map<Integer, Runnable> steps = new HashMap<>();
                    steps.put(before, () -> died[0] = world.dies(Planner.Mode.DRAIN, upTo));
                    steps.merge(again, () -> {
                        world.accept("late", minute(-1));
                        world.flush(Planner.Mode.DRAIN);
                    }, (one, other) -> () -> {
                        one.run();
                        other.run();
                    });
                    check(steps);
                    more = died[0];
                    readings++;
                }
            }
        }
        return readings;
    }

    private static World begun() {
        World begun = new World();
        begun.accept("delivered", minute(-9));
        begun.flush(Planner.Mode.DRAIN);
        begun.accept("pending", minute(-7));
        begun.flush(Planner.Mode.SCHEDULED);
        begun.accept("staged", minute(-5));
        return begun;
    }

    private void check(Map<Integer, Runnable> steps) {
        Map<String, Instant> accepted = Map.copyOf(world.accepted);
        int[] requests = new int[1];
        List<String> names = new ArrayList<>();
        Requests interleaved = new Requests() {
            @Override
            public <T> T read(Supplier<String> name, Supplier<T> request) {
                steps.getOrDefault(requests[0]++, () -> {}).run();
                names.add(name.get());
                return request.get();
            }

            @Override
            public <T> T write(Supplier<String> name, Supplier<T> request) {
                throw new AssertionError("a reading writes: " + name.get());
            }
        };
        ObjectStore staging = new PassingObjectStore(world.buffer.staging, interleaved);
        Completeness.Until until = assertInstanceOf(Completeness.Until.class,
                world.read(new Buffer("quakes", staging, new PassingIndex(world.buffer.index, interleaved))));
        Set<String> told = world.told();
        accepted.forEach((line, arrival) -> assertTrue(
                told.contains(line) || arrival.toEpochMilli() >= until.time(),
                () -> line + " arrived before " + Instant.ofEpochMilli(until.time()) + ", and no landing of " + told
                        + " tells of it: " + names));
    }
}
