package io.sluice.benchmarks.sustain;

import io.sluice.benchmarks.data.Clickstream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/// Time that passes when nothing is left to do at a moment: events in the order of their time, those of one moment in
/// the order in which they were made known. Nothing ever sleeps.
///
/// One thread at a time is at work: the one that calls [#runUntil], or the [Task] that it has woken and waits for. So
/// nothing here needs a lock, and what happens depends on measured processor times alone.
final class VirtualTime implements InstantSource {
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private final Semaphore handedBack = new Semaphore(0);
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

    /// Does what there is to do, until `done` holds or nothing is left.
    void runUntil(BooleanSupplier done) {
        while (!done.getAsBoolean() && !events.isEmpty()) {
            Event next = events.remove();
            now = next.nanos;
            next.action.run();
        }
    }

    /// Waits until the task that was woken pauses or ends.
    void awaitTask() {
        handedBack.acquireUninterruptibly();
    }

    /// Said by a task's thread, as the last that it does before it waits or ends.
    void handBack() {
        handedBack.release();
    }

    /// The time that the running task, if any, has reached.
    @Override
    public Instant instant() {
        return at(now + Task.current().map(Task::elapsed).orElse(0L));
    }

    static Instant at(long nanos) {
        return Clickstream.START.plusNanos(nanos);
    }
}
