package io.sluice.landing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.landing.LakeChange.Reason;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LakeLogTest {
    private static final Duration KEPT = Duration.ofDays(7);
    private static final Map<String, Long> HEADS = Map.of("quakes", 41L);

    private Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private final MemoryObjectStore staging = new MemoryObjectStore(() -> now);
    private Optional<Long> read = Optional.empty();

    private LakeLog log(ObjectStore store) {
        return new LakeLog("quakes", store, new LakeLog.Reader(read.map(_ -> () -> read.orElseThrow()), KEPT),
                () -> now);
    }

    private LakeObject object(String key) {
        return new LakeObject(new ObjectKey(key), 10, Optional.empty(), Optional.of(now));
    }

    private List<LakeObject> objects(String name, int count) {
        return IntStream.range(0, count).mapToObj(number -> object(name + number)).toList();
    }

    private LakeLog.Told replace(ObjectStore store, String id, List<Replacement> units) {
        return log(store).replace(id, Reason.COMPACTION, now, () -> HEADS, () -> Optional.of(units));
    }

    private List<LakeChange> told() {
        return new LandingLog(LakeLog.chain("quakes"), staging).steps(0)
                .map(step -> ((LandingLog.Step.Came) step).landing().change().orElseThrow()).toList();
    }

    @Test
    void smallUnitsShareAnEntryAndALargeOneHasParts() {
        replace(staging, "compaction/2026-01-01/1",
                List.of(new Replacement(objects("a", 400), objects("A", 1)),
                        new Replacement(objects("b", 400), objects("B", 1)),
                        new Replacement(objects("c", 2_500), objects("C", 1))));
        assertEquals(List.of("compaction/2026-01-01/1/1 (1 of 1)", "compaction/2026-01-01/1/2 (1 of 3)",
                "compaction/2026-01-01/1/2 (2 of 3)", "compaction/2026-01-01/1/2 (3 of 3)"),
                told().stream().map(LakeChange::name).toList());
        assertEquals(3_300, told().stream().mapToInt(each -> each.gone().size()).sum());
        assertEquals(List.of(new ObjectKey("A0"), new ObjectKey("B0"), new ObjectKey("C0")),
                told().stream().flatMap(each -> each.made().stream()).map(LakeObject::key).toList());
        assertTrue(told().stream().allMatch(each -> each.heads().equals(HEADS)));
    }

    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void aReplacementIsToldOnceWhateverRequestItsTellerDiesAt(Faults.Kind kind) {
        List<Replacement> units = List.of(new Replacement(objects("a", 1_500), objects("A", 1)));
        boolean done = false;
        for (int request = 0; !done; request++) {
            String id = "compaction/2026-01-01/" + request;
            Faults faults = new Faults(() -> {});
            faults.arm(kind, request);
            try {
                replace(new PassingObjectStore(staging, faults.of("staging")), id, units);
                done = faults.requests.size() <= request;
            } catch (Faults.Crash | StoreException _) {
                // The next one goes on.
            }
            now = now.plusSeconds(1);
            LakeLog.Told told = replace(staging, id, units);
            assertEquals(told, replace(staging, id, units));
            List<String> names = told().stream().map(LakeChange::name).filter(name -> name.startsWith(id + "/"))
                    .toList();
            assertEquals(List.of(id + "/1 (1 of 2)", id + "/1 (2 of 2)"), names);
            staging.delete(staging.contents().keySet().stream().map(ObjectKey::new).toList());
        }
    }

    @Test
    void whoIsSecondTellsOnlyWhatTheFirstDidNot() {
        LakeTail first = log(staging).tail(Instant.MAX);
        LakeTail second = log(staging).tail(Instant.MAX);
        List<LakeObject> page = objects("a", 3);
        assertEquals(OptionalLong.of(1), first.remove(Reason.RETENTION, HEADS, page.subList(0, 2)));
        assertEquals(OptionalLong.of(2), second.remove(Reason.ERASURE, HEADS, page));
        assertEquals(OptionalLong.empty(), first.remove(Reason.RETENTION, HEADS, page));
        assertEquals(List.of(page.subList(0, 2), page.subList(2, 3)), told().stream().map(LakeChange::gone).toList());
    }

    /// A machine that sleeps for days in the middle of an erasure.
    @Test
    void aJobThatWasSuspendedTellsBehindWhatWasToldAndSweptMeanwhile() {
        read = Optional.of(Long.MAX_VALUE);
        LakeTail suspended = log(staging).tail(Instant.MAX);
        for (int other = 0; other < 3; other++) {
            LakeTail tail = log(staging).tail(Instant.MAX);
            tail.remove(Reason.RETENTION, HEADS, objects("b" + other, 1));
            tail.executed(other + 1);
            log(staging).keep(tail);
            now = now.plus(KEPT.dividedBy(2));
        }
        now = now.plus(KEPT);
        assertEquals(2, log(staging).sweep(Deadline.NONE));
        List<LakeObject> page = objects("a", 1);
        assertEquals(OptionalLong.of(4), suspended.remove(Reason.ERASURE, HEADS, page));
        assertEquals(OptionalLong.empty(), suspended.remove(Reason.ERASURE, HEADS, page));
        assertEquals(OptionalLong.of(5), suspended.remove(Reason.ERASURE, HEADS, objects("c", 1)));
    }

    @Test
    void whatWasMadeAndIsToldToGoIsNotToldAsMade() {
        LakeObject made = object("A");
        log(staging).tail(Instant.MAX).remove(Reason.ERASURE, HEADS, List.of(made));
        replace(staging, "compaction/2026-01-01/1", List.of(new Replacement(objects("a", 2), List.of(made))));
        assertEquals(List.of(), told().getLast().made());
        assertEquals(2, told().getLast().gone().size());
    }

    @Test
    void whatIsCarriedOutIsNotReadAgain() {
        LakeLog log = log(staging);
        LakeTail tail = log.tail(Instant.MAX);
        long version = tail.remove(Reason.RETENTION, HEADS, objects("a", 2)).orElseThrow();
        assertEquals(1, log.tail(Instant.MAX).due().size(), "it was cut short");
        tail.executed(version);
        log.keep(tail);
        Faults faults = new Faults(() -> {});
        assertTrue(log(new PassingObjectStore(staging, faults.of("staging"))).tail(Instant.MAX).due().isEmpty());
        assertEquals(2, faults.requests.size(), faults.requests::toString);
    }

    @Test
    void manyReplacementsAreNotReadAgain() {
        for (int day = 0; day < 150; day++) {
            replace(staging, "compaction/2026-01-01/" + day,
                    List.of(new Replacement(objects("a" + day, 1), List.of())));
            now = now.plus(Duration.ofHours(2));
        }
        Faults faults = new Faults(() -> {});
        log(new PassingObjectStore(staging, faults.of("staging"))).tail(Instant.MAX);
        assertTrue(faults.requests.size() < 60, () -> faults.requests.size() + " requests");
    }

    @Test
    void whatGoesStaysForTheReaderAndNoLonger() {
        read = Optional.of(0L);
        LakeTail tail = log(staging).tail(Instant.MAX);
        long version = tail.remove(Reason.RETENTION, HEADS, objects("a", 1)).orElseThrow();
        assertFalse(tail.mayGo(version));
        long erased = tail.remove(Reason.ERASURE, HEADS, objects("b", 1)).orElseThrow();
        assertTrue(tail.mayGo(erased), "an erasure waits for nobody");
        LakeLog.Told told = replace(staging, "compaction/2026-01-01/1",
                List.of(new Replacement(objects("c", 2), objects("C", 1))));
        assertEquals(Optional.of(now.plus(KEPT)), log(staging).staysUntil(told));
        read = Optional.of(told.version());
        assertEquals(Optional.empty(), log(staging).staysUntil(told));
        read = Optional.of(0L);
        now = now.plus(KEPT);
        assertEquals(Optional.empty(), log(staging).staysUntil(told));
        assertEquals(List.of(version, erased), List.copyOf(log(staging).tail(Instant.MAX).due().keySet()));
    }

    @Test
    void theSweepLeavesTheLastEntryAndWhatIsNotRead() {
        LakeTail tail = log(staging).tail(Instant.MAX);
        for (int i = 0; i < 4; i++) {
            tail.executed(tail.remove(Reason.RETENTION, HEADS, objects("a" + i, 1)).orElseThrow());
        }
        log(staging).keep(tail);
        assertEquals(0, log(staging).sweep(Deadline.NONE), "they are young");
        now = now.plus(KEPT).plusSeconds(1);
        read = Optional.of(2L);
        assertEquals(2, log(staging).sweep(Deadline.NONE));
        now = now.plus(KEPT.multipliedBy(3));
        assertEquals(1, log(staging).sweep(Deadline.NONE), "nobody waits for ever");
        assertEquals(List.of(4L), new LandingLog(LakeLog.chain("quakes"), staging).after(0).toList());
        assertEquals(OptionalLong.of(5), log(staging).tail(Instant.MAX).remove(Reason.RETENTION, HEADS,
                objects("b", 1)));
    }

    /// A log of a month, whose sweeps did not come to their turn.
    @Test
    void aSweepThatIsTooShortForTheLogGoesOnWithTheNext() {
        for (int i = 0; i < 10; i++) {
            LakeTail tail = log(staging).tail(Instant.MAX);
            tail.executed(tail.remove(Reason.RETENTION, HEADS, objects("a" + i, 1)).orElseThrow());
            log(staging).keep(tail);
        }
        now = now.plus(KEPT.multipliedBy(5));
        int[] looks = new int[1];
        Deadline threeEntries = () -> Duration.ofSeconds(++looks[0] % 4 == 0 ? 1 : 60);
        assertEquals(List.of(3, 3, 3, 0), Stream.generate(() -> {
            looks[0] = 0;
            return log(staging).sweep(threeEntries);
        }).limit(4).toList());
    }

    @Test
    void theSweepLeavesARemovalThatIsNotCarriedOut() {
        LakeTail tail = log(staging).tail(Instant.MAX);
        long first = tail.remove(Reason.RETENTION, HEADS, objects("a", 1)).orElseThrow();
        long second = tail.remove(Reason.RETENTION, HEADS, objects("b", 1)).orElseThrow();
        tail.remove(Reason.RETENTION, HEADS, objects("c", 1));
        tail.executed(first);
        log(staging).keep(tail);
        now = now.plus(KEPT.multipliedBy(5));
        assertEquals(1, log(staging).sweep(Deadline.NONE));
        LakeTail next = log(staging).tail(Instant.MAX);
        assertEquals(List.of(second, second + 1), List.copyOf(next.due().keySet()),
                "it goes, whatever its rule is now");
        next.executed(second);
        log(staging).keep(next);
        assertEquals(1, log(staging).sweep(Deadline.NONE));
    }

    @Test
    void theSweepLeavesAReplacementThatWouldBeToldAgain() {
        List<Replacement> units = List.of(new Replacement(objects("a", 2), objects("A", 1)));
        LakeLog.Told told = replace(staging, "compaction/2026-01-01/1", units);
        log(staging).tail(Instant.MAX).remove(Reason.RETENTION, HEADS, objects("b", 1));
        ObjectKey note = new ObjectKey("landings/quakes!lake!told/compaction/2026-01-01/1");
        staging.delete(List.of(note));
        Instant moved = now;
        now = now.plus(KEPT.multipliedBy(5));
        assertEquals(0, log(staging).sweep(Deadline.NONE), "its teller died before the note");
        assertEquals(told.version(), log(staging).replace("compaction/2026-01-01/1", Reason.COMPACTION, moved,
                () -> HEADS, () -> Optional.of(units)).version());
        assertEquals(1, log(staging).sweep(Deadline.NONE));
    }

    @Test
    void aDamagedEntryStaysUntilNoJobReadsIt() {
        LakeTail tail = log(staging).tail(Instant.MAX);
        long first = tail.remove(Reason.RETENTION, HEADS, objects("a", 1)).orElseThrow();
        long last = tail.remove(Reason.RETENTION, HEADS, objects("b", 1)).orElseThrow();
        staging.put(Landing.key("quakes!lake", first), Body.of(new byte[]{1}));
        now = now.plus(KEPT.multipliedBy(5));
        assertEquals(0, log(staging).sweep(Deadline.NONE));
        tail.executed(first);
        tail.executed(last);
        log(staging).keep(tail);
        assertEquals(1, log(staging).sweep(Deadline.NONE));
    }

    @Test
    void manyAtOnceTellEachObjectOnce() {
        List<LakeTail> tails = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tails.add(log(staging).tail(Instant.MAX));
        }
        List<LakeObject> all = objects("a", 40);
        for (int i = 0; i < 20; i++) {
            tails.get(i).remove(Reason.RETENTION, HEADS, all.subList(i, i + 20));
        }
        List<LakeObject> told = told().stream().flatMap(each -> each.gone().stream()).toList();
        assertEquals(all.subList(0, 39), told);
    }
}
