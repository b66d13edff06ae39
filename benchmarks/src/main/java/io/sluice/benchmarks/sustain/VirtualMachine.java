package io.sluice.benchmarks.sustain;

import java.util.ArrayDeque;
import java.util.Deque;

/// An invocation of a function: a share of a processor, which its tasks use one after another in bursts, and a network
/// that its requests in flight share. For [VirtualTime]'s one thread.
final class VirtualMachine {
    private final VirtualTime time;
    private final Stores stores;
    private final double share;
    private final Deque<VirtualTask> ready = new ArrayDeque<>();
    private boolean busy;
    private long networkFree;
    private long processorNanos;
    private long networkNanos;

    /// @param share of one vCPU, as [Stores#processorShare] gives it
    VirtualMachine(VirtualTime time, Stores stores, double share) {
        this.time = time;
        this.stores = stores;
        this.share = share;
    }

    VirtualTime time() {
        return time;
    }

    /// Starts real code as a task.
    ///
    /// @param atEnd done when it has ended
    void start(Runnable work, Runnable atEnd) {
        ready(new VirtualTask(this, work, atEnd));
    }

    /// The task goes on as soon as the processor is free; those before it go first.
    void ready(VirtualTask task) {
        ready.add(task);
        dispatch();
    }

    private void dispatch() {
        if (busy || ready.isEmpty()) {
            return;
        }
        busy = true;
        ready.remove().resume();
    }

    /// Said by the task that is at work, at the end of a burst.
    ///
    /// @param nanos processor time
    /// @param next  what happens at the burst's end, in virtual time
    void burst(long nanos, Runnable next) {
        processorNanos += nanos;
        time.at(time.nanos() + lasting(nanos), () -> {
            busy = false;
            next.run();
            dispatch();
        });
    }

    /// The time that a burst lasts here.
    long lasting(long processor) {
        return Math.round(processor / share);
    }

    /// Sends a request's bytes, after those of the requests before it, and gives when the last one is sent.
    long carry(long bytes) {
        long nanos = Math.round(bytes * 1e9 / stores.bytesPerSecond());
        networkFree = Math.max(networkFree, time.nanos()) + nanos;
        networkNanos += nanos;
        return networkFree;
    }

    /// Processor time of all bursts.
    long processorNanos() {
        return processorNanos;
    }

    /// The time that the network was at work.
    long networkNanos() {
        return networkNanos;
    }
}
