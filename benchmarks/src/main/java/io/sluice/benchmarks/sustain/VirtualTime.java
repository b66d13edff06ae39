package io.sluice.benchmarks.sustain;

import io.sluice.benchmarks.data.Clickstream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/// Time that passes when nothing is left to do at a moment: events in the order of their time, those of one moment in
/// the order in which they were made known. Nothing ever sleeps.
///
/// One thread at a time is at work: it goes through the events until one of them wakes a [VirtualTask], hands over to
/// that task's thread and waits; a task that pauses goes on with the events itself. So nothing here needs a lock, and
/// what happens depends on measured processor times alone.
final class VirtualTime implements InstantSource {
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private final Deque<Runnable> woken = new ArrayDeque<>();
    private final Semaphore over = new Semaphore(0);
    private BooleanSupplier done = () -> true;
    private long now;
    private long scheduled;

    private record Event(long nanos, long number, Runnable action) {}

    /// Nanoseconds since the beginning; within a task's burst, since its start.
    long nanos() {
        return now;
    }

    /// Has `action` done at a moment; one that is over stands for now.
    void at(long nanos, Runnable action) {
        events.add(new Event(Math.max(nanos, now), scheduled++, action));
    }

    /// Does what there is to do, until `enough` holds or nothing is left. Tasks that wait then wait forever.
    void runUntil(BooleanSupplier enough) {
        done = enough;
        goOn();
        over.acquireUninterruptibly();
    }

    /// Has a task's thread go on as soon as the event at hand is dealt with.
    ///
    /// @param thread wakes it, and does not wait for it
    void wake(Runnable thread) {
        woken.add(thread);
    }

    /// Goes through events until a thread is woken, which is at work from then on, or all is over, which whoever called
    /// [#runUntil] is told.
    void goOn() {
        while (woken.isEmpty()) {
            if (done.getAsBoolean() || events.isEmpty()) {
                over.release();
                return;
            }
            Event next = events.remove();
            now = next.nanos;
            next.action.run();
        }
        woken.remove().run();
    }

    /// The time that the running task, if any, has reached.
    @Override
    public Instant instant() {
        return at(now + VirtualTask.current().map(VirtualTask::elapsed).orElse(0L));
    }

    static Instant at(long nanos) {
        return Clickstream.START.plusNanos(nanos);
    }
}
