package io.sluice.call;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.call.CallGroups.Attempt;
import io.sluice.call.GroupStaging.Outcome;
import io.sluice.event.CallSettings.Retries;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Calls that come side by side, and the groups that they are staged in. Groups wait for a day here: what ends sooner
/// ends because the group is full, or because it was hurried.
final class CallGroupsTest {
    private static final Outcome ALL_STAGED = new Outcome(Set.of(), Map.of());
    private static final int MIB = 1 << 20;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<CallGroup> staged = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private CallGroups groups(GroupStaging staging) {
        return new CallGroups("quakes", Duration.ofDays(1), (group, life) -> {
            staged.add(group);
            return staging.stage(group, life);
        }, () -> Instant.EPOCH, () -> 0L, _ -> {});
    }

    private static Call call(int number, int bytes) {
        return Call.named("quakes", "invocation " + number, new byte[0], Retries.ONCE, Instant.EPOCH,
                List.of(new byte[bytes]));
    }

    private List<Future<Attempt>> put(CallGroups groups, List<Call> calls) {
        return calls.stream().map(each -> threads.submit((Callable<Attempt>) () -> groups.put(each))).toList();
    }

    private static List<Call> calls(int count) {
        return IntStream.range(0, count).mapToObj(number -> call(number, 10)).toList();
    }

    private List<Integer> sizes() {
        return staged.stream().map(each -> each.calls().size()).sorted().toList();
    }

    private static Throwable cause(Future<Attempt> failed) {
        return requireNonNull(assertThrows(ExecutionException.class, failed::get).getCause());
    }

    /// From its first call to its answer, whichever that is, by the clock that tells of more.
    @Test
    void theAgeOfAGroupIsToldOnceWhetherItIsStagedOrNot() throws Exception {
        var now = new AtomicReference<>(Instant.EPOCH);
        var ages = new ArrayList<Duration>();
        GroupStaging fails = (group, _) -> {
            now.set(now.get().plusSeconds(7));
            if (group.calls().getFirst().id().equals(call(2, 10).id())) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow");
            }
            return ALL_STAGED;
        };
        var groups = new CallGroups("quakes", Duration.ZERO, fails, now::get, () -> 0L, ages::add);
        groups.put(call(1, 10));
        assertThrows(StoreException.class, () -> groups.put(call(2, 10)));
        assertEquals(List.of(Duration.ofSeconds(7), Duration.ofSeconds(7)), ages);
    }

    @Test
    void ninetyNineCallsAreAGroupAndDoNotWait() throws Exception {
        for (Future<Attempt> each : put(groups((_, _) -> ALL_STAGED), calls(99))) {
            assertEquals(Attempt.FIRST, each.get());
        }
        assertEquals(List.of(99), sizes());
    }

    @Test
    void theHundredthCallBeginsAGroupOfItsOwn() throws Exception {
        CallGroups groups = groups((_, _) -> ALL_STAGED);
        List<Future<Attempt>> all = put(groups, calls(100));
        while (all.stream().filter(Future::isDone).count() < 99) {
            Thread.onSpinWait();
        }
        groups.hurry();
        for (Future<Attempt> each : all) {
            assertEquals(Attempt.FIRST, each.get());
        }
        assertEquals(List.of(1, 99), sizes());
    }

    @Test
    void fourMebibytesAreAGroupAndDoNotWait() throws Exception {
        for (Future<Attempt> each : put(groups((_, _) -> ALL_STAGED), List.of(call(1, 2 * MIB), call(2, 2 * MIB)))) {
            assertEquals(Attempt.FIRST, each.get());
        }
        assertEquals(List.of(2), sizes());
    }

    @Test
    void aByteMoreBeginsAGroupOfItsOwn() throws Exception {
        CallGroups groups = groups((_, _) -> ALL_STAGED);
        List<Future<Attempt>> all = put(groups, List.of(call(1, 2 * MIB), call(2, 2 * MIB + 1)));
        while (all.stream().noneMatch(Future::isDone)) {
            Thread.onSpinWait();
        }
        groups.hurry();
        for (Future<Attempt> each : all) {
            assertEquals(Attempt.FIRST, each.get());
        }
        assertEquals(List.of(1, 1), sizes());
    }

    @Test
    void aCallThatIsLargerThanAGroupIsOne() throws Exception {
        assertEquals(Attempt.FIRST, groups((_, _) -> ALL_STAGED).put(call(1, 4 * MIB + 1)));
        assertEquals(List.of(1), sizes());
    }

    @Test
    void nobodyWaitsOnceItIsHurried() throws Exception {
        CallGroups groups = groups((_, _) -> ALL_STAGED);
        groups.hurry();
        assertEquals(Attempt.FIRST, groups.put(call(1, 10)));
        assertEquals(Attempt.FIRST, groups.put(call(2, 10)));
        assertEquals(List.of(1, 1), sizes());
    }

    /// Its client has lost patience, and its connection; the attempt before is still being staged.
    @Test
    void anAttemptAtACallThatIsUnderWayWaitsForItAndStagesNothing() throws Exception {
        List<Future<Attempt>> again = new ArrayList<>();
        CallGroups[] self = new CallGroups[1];
        self[0] = groups((_, _) -> {
            Thread[] second = new Thread[1];
            again.add(threads.submit(() -> {
                second[0] = Thread.currentThread();
                return self[0].put(call(1, 10));
            }));
            while (second[0] == null || second[0].getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            return ALL_STAGED;
        });
        self[0].hurry();
        assertEquals(Attempt.FIRST, self[0].put(call(1, 10)));
        assertEquals(Attempt.REPEATED, again.getFirst().get());
        assertEquals(List.of(1), sizes());
        staged.clear();
    }

    @Test
    void whatWasStagedBeforeIsARepeatOfItsCallAlone() throws Exception {
        CallGroups groups = groups((_, _) -> new Outcome(Set.of(call(7, 10).id()), Map.of()));
        List<Future<Attempt>> all = put(groups, calls(99));
        for (int number = 0; number < 99; number++) {
            assertEquals(number == 7 ? Attempt.REPEATED : Attempt.FIRST, all.get(number).get());
        }
    }

    @Test
    void aFailureOfOneCallIsItsOwn() throws Exception {
        RuntimeException failure = new IllegalStateException("of this call");
        CallGroups groups = groups((_, _) -> new Outcome(Set.of(), Map.of(call(7, 10).id(), failure)));
        List<Future<Attempt>> all = put(groups, calls(99));
        for (int number = 0; number < 99; number++) {
            if (number == 7) {
                assertSame(failure, cause(all.get(number)));
            } else {
                assertEquals(Attempt.FIRST, all.get(number).get());
            }
        }
    }

    @Test
    void noCallOfAGroupThatFailedIsTakenForStagedAndEachMayComeAgain() throws Exception {
        boolean[] fails = {true};
        CallGroups groups = groups((_, _) -> {
            if (fails[0]) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "throttled");
            }
            return ALL_STAGED;
        });
        for (Future<Attempt> each : put(groups, calls(99))) {
            assertEquals(StoreException.class, cause(each).getClass());
        }
        fails[0] = false;
        for (Future<Attempt> each : put(groups, calls(99))) {
            assertEquals(Attempt.FIRST, each.get());
        }
    }

    /// No memory, for one: the thread that stages has nothing to tell, and the others must not wait for ever.
    @Test
    void anErrorOfTheThreadThatStagesFailsTheCallsOfTheOthers() throws Exception {
        CallGroups groups = groups((_, _) -> {
            throw new StackOverflowError();
        });
        List<String> causes = new ArrayList<>();
        for (Future<Attempt> each : put(groups, calls(99))) {
            causes.add(cause(each).getClass().getSimpleName());
        }
        assertEquals(1, Collections.frequency(causes, "StackOverflowError"));
        assertEquals(98, Collections.frequency(causes, "StoreException"));
    }

    @Test
    void aThreadThatIsInterruptedWhileItWaitsStagesNothing() throws Exception {
        CallGroups groups = groups((_, _) -> ALL_STAGED);
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> groups.put(call(1, 10)));
        assertEquals(List.of(), sizes());
        groups.hurry();
        assertEquals(Attempt.FIRST, groups.put(call(1, 10)), "it may come again");
    }

    @Test
    void callsWithoutReceiptsGoTogetherAndOneThatIsThereTwiceIsOne() throws Exception {
        Call drawn = Call.nameless(new RecordName(1, 1), Instant.EPOCH, List.of(new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> new CallGroup("quakes", List.of(drawn, drawn)));
        assertEquals(2, new CallGroup("quakes", List.of(drawn, call(1, 1))).batch().records().size());
    }

    @Test
    void theIdsOfRecordsAreTheSameInEachAnswerAndDifferByCallAndPlace() {
        Call first = Call.named("quakes", "one", new byte[]{1}, Retries.ONCE, Instant.EPOCH, calls(2).getFirst()
                .records());
        Call again = Call.named("quakes", "one", new byte[]{1}, Retries.AGAIN, Instant.MAX, List.of(new byte[3]));
        assertEquals(first.recordId(7), again.recordId(7));
        assertEquals(4, Set.of(first.recordId(0), first.recordId(1), call("quakes", "one", 2).recordId(0),
                call("quakes", "two", 1).recordId(0)).size());
        assertEquals(2, Set.of(first.id(), call("lakes", "one", 1).id()).size());
    }

    private static Call call(String stream, String invocation, int hash) {
        return Call.named(stream, invocation, new byte[]{(byte) hash}, Retries.ONCE, Instant.EPOCH,
                List.of(new byte[0]));
    }
}
