package io.sluice.benchmarks.sustain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One run of the flusher, with the slices that it handed over. For [VirtualTime]'s one thread.
final class RunFigures {
    private final long start;
    private final List<VirtualMachine> machines = new ArrayList<>();
    private long end;
    private long objects;
    private long lastObject;
    private Optional<Throwable> failure = Optional.empty();

    RunFigures(long start, VirtualMachine machine) {
        this.start = start;
        machines.add(machine);
    }

    void add(VirtualMachine machine) {
        machines.add(machine);
    }

    void end(long now) {
        end = now;
    }

    void landed(long now) {
        objects++;
        lastObject = now;
    }

    /// Keeps what goes wrong: a task must not throw.
    void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            failure = Optional.of(e);
        }
    }

    void requireNoFailure() {
        if (failure.isPresent()) {
            throw new IllegalStateException("a run of the flusher failed", failure.get());
        }
    }

    Optional<Throwable> failure() {
        return failure;
    }

    /// Nanoseconds of virtual time.
    long start() {
        return start;
    }

    /// 0 while it goes on.
    long end() {
        return end;
    }

    long objects() {
        return objects;
    }

    /// From its start to its last object, in seconds.
    double seconds() {
        return objects == 0 ? 0 : (lastObject - start) / 1e9;
    }

    /// Of the invocation that ran longest: its processor's time, in seconds.
    double processorSeconds() {
        return machines.stream().mapToLong(VirtualMachine::processorNanos).max().orElse(0) / 1e9;
    }

    /// Likewise its network's.
    double networkSeconds() {
        return machines.stream().mapToLong(VirtualMachine::networkNanos).max().orElse(0) / 1e9;
    }

    int invocations() {
        return machines.size();
    }
}
