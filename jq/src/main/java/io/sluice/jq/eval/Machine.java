package io.sluice.jq.eval;

import io.sluice.jq.json.JqInputs;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// The state of one run: what is left of its limits, the pending tail call, the clock and further inputs. Not shared
/// between threads.
public final class Machine {
    /// The value that `one` gives instead of an output when a tail call is pending.
    static final JqValue TAIL = new JqString("a tail call is pending");

    private static final int BYTES_OF_SLOT = 24;
    private static final int DEPTH_ON_CALLERS_STACK = 250;
    private static final long DEEP_STACK_BYTES = 512L << 20;

    /// Of all searches for one input together; each may take a second.
    private static final long SEARCH_NANOS_MAX = 2_000_000_000L;

    private final long stepsMax;
    private final long allocatedMax;
    private final int depthMax;
    private final InstantSource clock;
    private final JqInputs inputs;
    private long steps;
    private long allocated;
    private long searchNanos;
    private int depth;
    private int labels;
    private boolean onDeepStack;
    private @Nullable TailCall pending;

    /// A call to be carried out when everything between it and the enclosing call has returned.
    record TailCall(FunctionBody code, @Nullable Env env, JqValue in, @Nullable Sink out) {}

    /// @param stepsMax     calls, iterations and regex positions of one input
    /// @param allocatedMax bytes of strings and arrays that one input's evaluation may build
    /// @param depthMax     nested calls that are not tail calls
    public Machine(long stepsMax, long allocatedMax, int depthMax, InstantSource clock, JqInputs inputs) {
        this.stepsMax = stepsMax;
        this.allocatedMax = allocatedMax;
        this.depthMax = depthMax;
        this.clock = clock;
        this.inputs = inputs;
    }

    /// Makes ready for the next input: what is left of the limits is whole again, labels go on.
    public void nextInput() {
        steps = 0;
        allocated = 0;
        searchNanos = 0;
        depth = 0;
        pending = null;
    }

    public InstantSource clock() {
        return clock;
    }

    public JqInputs inputs() {
        return inputs;
    }

    public void step() {
        steps(1);
    }

    public void steps(long count) {
        steps += count;
        if (steps > stepsMax) {
            throw JqStop.limit("more than " + stepsMax + " steps");
        }
    }

    /// Counts the time of a search with a regular expression.
    public void searched(long nanos) {
        searchNanos += nanos;
        if (searchNanos > SEARCH_NANOS_MAX) {
            throw JqStop.limit("too long to match regular expressions");
        }
    }

    /// Counts memory about to be taken.
    public void allocate(long bytes) {
        allocated += bytes;
        if (allocated > allocatedMax || bytes < 0) {
            throw JqStop.limit("more than " + allocatedMax + " bytes of strings and arrays");
        }
    }

    public void allocateSlots(long count) {
        allocate(count * BYTES_OF_SLOT);
    }

    /// Counts a call; `leave` must follow when the call returns normally. A `catch` sets the depth back.
    public void enter() {
        step();
        if (++depth > depthMax) {
            throw JqStop.limit("more than " + depthMax + " nested calls");
        }
    }

    public void leave() {
        depth--;
    }

    int nextLabel() {
        return labels++;
    }

    int depth() {
        return depth;
    }

    void depth(int depth) {
        this.depth = depth;
    }

    void tail(TailCall call) {
        pending = call;
    }

    @Nullable
    TailCall takeTail() {
        TailCall call = pending;
        pending = null;
        return call;
    }

    boolean needsDeepStack() {
        return depth >= DEPTH_ON_CALLERS_STACK && !onDeepStack;
    }

    /// Goes on with a deep recursion on a thread with a stack that is large enough for it; waits for its end.
    <T> @Nullable T onDeepStack(Callable<@Nullable T> recursion) {
        onDeepStack = true;
        try {
            return DeepStack.call(recursion, DEEP_STACK_BYTES);
        } finally {
            onDeepStack = false;
        }
    }
}
