package io.sluice.call;

import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Joins the calls of one stream, as they come, to groups that are staged together: whoever comes first waits a while
/// for others, and stages for all of them. Any number of groups is under way at once, each in the thread of one of its
/// calls; those threads are the caller's. Safe for concurrent use.
public final class CallGroups {
    private final String stream;
    private final Duration wait;
    private final GroupStaging staging;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Consumer<Duration> ages;
    private final ReentrantLock lock = new ReentrantLock();
    /// The group that takes calls still, if there is one.
    private @Nullable Joining open;
    /// Those that are under way, by the ids of their calls.
    private final Map<RecordName, Joining> underWay = new HashMap<>();
    private boolean hurrying;

    /// @param wait  for which a group takes calls
    /// @param clock the wall clock
    /// @param nanos a monotonic one
    /// @param ages  takes the time from a group's first call to its outcome, once that is told to all of its calls
    public CallGroups(String stream, Duration wait, GroupStaging staging, InstantSource clock, LongSupplier nanos,
            Consumer<Duration> ages) {
        this.stream = stream;
        this.wait = wait;
        this.staging = staging;
        this.clock = clock;
        this.nanos = nanos;
        this.ages = ages;
    }

    /// The attempts at a call, by what they found.
    public enum Attempt {
        /// It staged the records.
        FIRST,
        /// They were staged by an earlier one, or by one that was under way.
        REPEATED
    }

    /// Stages a call. When it returns, all records of the call are staged, once.
    ///
    /// @throws StoreException   when nothing is promised: the call must come again
    /// @throws RuntimeException when the records of this call cannot be staged
    public Attempt put(Call call) throws InterruptedException {
        Joining group;
        boolean leads = false;
        boolean joins = true;
        lock.lock();
        try {
            Joining same = underWay.get(call.id());
            if (same != null) {
                group = same;
                joins = false;
            } else {
                group = openFor(call);
                leads = group.calls.isEmpty();
                group.add(call);
                underWay.put(call.id(), group);
            }
        } finally {
            lock.unlock();
        }
        if (leads) {
            lead(group);
        }
        return group.attempt(call, joins ? Attempt.FIRST : Attempt.REPEATED);
    }

    /// Has groups wait no more, from now on: whoever is to end asks for it.
    public void hurry() {
        lock.lock();
        try {
            hurrying = true;
            if (open != null) {
                open.full.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private Joining openFor(Call call) {
        Joining group = open;
        if (group != null && !CallGroup.takes(group.calls.size(), group.bytes, call)) {
            group.full.signal();
            group.isClosed = true;
            group = null;
        }
        if (group == null) {
            group = new Joining(lock.newCondition(), new GroupLife(clock, nanos));
            open = group;
        }
        return group;
    }

    private void lead(Joining group) throws InterruptedException {
        Optional<RuntimeException> failure = Optional.of(new StoreException(StoreException.Kind.UNAVAILABLE,
                "the calls of stream " + stream + " were not staged; they must come again"));
        try {
            List<Call> calls = close(group);
            group.outcome = staging.stage(new CallGroup(stream, calls), group.life);
            failure = Optional.empty();
        } catch (RuntimeException e) {
            failure = Optional.of(e);
        } finally {
            leave(group);
            group.failure = failure;
            group.done.countDown();
            ages.accept(group.life.age());
        }
    }

    /// Waits for the group to be full, or for its time, or for somebody in a hurry.
    private List<Call> close(Joining group) throws InterruptedException {
        lock.lock();
        try {
            long left = wait.toNanos();
            while (left > 0 && !hurrying && !group.isClosed && group.calls.size() < CallGroup.CALLS_MAX
                    && group.bytes < CallGroup.BYTES_MAX) {
                left = group.full.awaitNanos(left);
            }
            return group.calls;
        } finally {
            group.isClosed = true;
            if (open == group) {
                open = null;
            }
            lock.unlock();
        }
    }

    private void leave(Joining group) {
        lock.lock();
        try {
            group.calls.forEach(call -> underWay.remove(call.id()));
        } finally {
            lock.unlock();
        }
    }

    /// A group from its first call to its outcome. Guarded by the lock, but for what is read after `done`.
    private static final class Joining {
        final Condition full;
        final GroupLife life;
        final List<Call> calls = new ArrayList<>();
        final CountDownLatch done = new CountDownLatch(1);
        long bytes;
        boolean isClosed;
        GroupStaging.Outcome outcome = new GroupStaging.Outcome(Set.of(), Map.of());
        Optional<RuntimeException> failure = Optional.empty();

        Joining(Condition full, GroupLife life) {
            this.full = full;
            this.life = life;
        }

        void add(Call call) {
            calls.add(call);
            bytes += call.bytes();
            if (calls.size() == CallGroup.CALLS_MAX || bytes >= CallGroup.BYTES_MAX) {
                full.signal();
            }
        }

        Attempt attempt(Call call, Attempt unlessRepeated) throws InterruptedException {
            done.await();
            failure.or(() -> Optional.ofNullable(outcome.failed().get(call.id()))).ifPresent(why -> {
                throw why;
            });
            return outcome.repeated().contains(call.id()) ? Attempt.REPEATED : unlessRepeated;
        }
    }
}
