package io.sluice.simulation;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.call.CallGroups;
import io.sluice.call.CallGroups.Attempt;
import io.sluice.call.GroupStaging;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// One replica's calls of a moment in threads of their own, which the code's own groups join: those that come while a
/// group takes calls, and those that come while it is staged. The first one's thread is the actor's, which stages for
/// all; the others' make no request.
///
/// No two threads run at once, but for one that begins to wait: what comes of them is the same each time.
final class ReplicaGroups {
    private static final Duration UNTIL_HURRIED = Duration.ofDays(1);

    private final GroupStaging staging;
    private final List<Call> late;
    private final CallGroups groups;
    private final Thread actor = Thread.currentThread();
    private final Map<Call, Told> told = new LinkedHashMap<>();
    private final List<Thread> others = new ArrayList<>();

    /// What a call was answered by.
    sealed interface Told {
        /// It is staged.
        record Staged(Attempt attempt) implements Told {}

        /// It is not.
        record Failed(RuntimeException why) implements Told {}
    }

    /// @param staging carries requests out on the actor's thread
    /// @param late    calls that come while the others are staged
    ReplicaGroups(GroupStaging staging, List<Call> late, InstantSource wall, LongSupplier nanos) {
        this.staging = staging;
        this.late = List.copyOf(late);
        this.groups = new CallGroups(CallDoor.STREAM, UNTIL_HURRIED, this::stage, wall, nanos, _ -> {});
    }

    /// Stages calls and tells what each was answered by, the late ones included.
    ///
    /// @param calls in the order in which they come, no two of one id
    Map<Call, Told> put(List<Call> calls) throws InterruptedException {
        Thread rest = Thread.ofVirtual().unstarted(() -> {
            awaitWaiting(actor);
            calls.subList(1, calls.size()).forEach(this::begin);
            groups.hurry();
        });
        rest.start();
        try {
            answer(calls.getFirst());
        } finally {
            rest.join();
            for (Thread each : List.copyOf(others)) {
                each.join();
            }
        }
        return told;
    }

    /// Until it waits for its group, or has ended.
    private void begin(Call call) {
        Thread other = Thread.ofVirtual().unstarted(() -> answer(call));
        others.add(other);
        other.start();
        awaitWaiting(other);
    }

    private static void awaitWaiting(Thread other) {
        while (other.isAlive() && other.getState() != Thread.State.WAITING
                && other.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    private void answer(Call call) {
        Told answer;
        try {
            answer = new Told.Staged(groups.put(call));
        } catch (RuntimeException e) {
            answer = new Told.Failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        synchronized (told) {
            told.put(call, answer);
        }
    }

    private GroupStaging.Outcome stage(CallGroup group, Deadline life) {
        if (Thread.currentThread() != actor) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "the next group is not staged any more");
        }
        late.forEach(this::begin);
        return staging.stage(group, life);
    }
}
