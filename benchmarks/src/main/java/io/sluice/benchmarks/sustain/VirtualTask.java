package io.sluice.benchmarks.sustain;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A thread of a function in virtual time: real code that runs in bursts. A burst goes on until the code waits for
/// something; its processor time is measured, and it lasts so long divided by the function's share of a processor.
final class VirtualTask {
    private static final ExecutorService THREADS = Executors
            .newCachedThreadPool(Thread.ofPlatform().daemon().name("task-", 0).factory());
    private static final ThreadLocal<@Nullable VirtualTask> CURRENT = new ThreadLocal<>();

    private final VirtualMachine machine;
    private final Runnable work;
    private final Runnable atEnd;
    private final Semaphore go = new Semaphore(0);
    private boolean started;
    private long burstStart;
    private long charged;

    /// @param work  must not throw
    /// @param atEnd done when the last burst is over, in virtual time
    VirtualTask(VirtualMachine machine, Runnable work, Runnable atEnd) {
        this.machine = machine;
        this.work = work;
        this.atEnd = atEnd;
    }

    /// The calling thread's; empty outside of the simulation.
    static Optional<VirtualTask> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    static VirtualTask required() {
        return current().orElseThrow(() -> new IllegalStateException("not in a task of a function"));
    }

    VirtualMachine machine() {
        return machine;
    }

    /// Lets the next burst begin.
    void resume() {
        machine.time().wake(() -> {
            if (started) {
                go.release();
            } else {
                started = true;
                THREADS.execute(this::live);
            }
        });
    }

    private void live() {
        CURRENT.set(this);
        begin();
        work.run();
        end(atEnd);
        CURRENT.remove();
        machine.time().goOn();
    }

    private void begin() {
        charged = 0;
        burstStart = Processor.start();
    }

    private void end(Runnable next) {
        machine.burst(Processor.since(burstStart) + charged, next);
    }

    /// Ends the burst; the next one begins after somebody made this task ready again.
    ///
    /// @param next what happens at the burst's end, in virtual time: it sees to that
    void pause(Runnable next) {
        pause(next, () -> true);
    }

    /// The same, with something between the two bursts that takes no time: what a store does.
    <T> T pause(Runnable next, Supplier<T> between) {
        end(next);
        CURRENT.remove();
        machine.time().goOn();
        go.acquireUninterruptibly();
        CURRENT.set(this);
        try {
            return between.get();
        } finally {
            begin();
        }
    }

    /// Adds to the burst what this process does not do and a function would.
    void charge(long nanos) {
        charged += nanos;
    }

    /// The virtual time that the burst has taken so far, in nanoseconds.
    long elapsed() {
        return machine.lasting(Processor.since(burstStart) + charged);
    }
}
