package io.sluice.jq.eval;

import io.sluice.jq.JqException;
import io.sluice.jq.JqLimits;
import io.sluice.jq.json.JqInputs;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// The state of one run: what is left of its limits, the pending tail call, the clock and further inputs. Not shared
/// between threads.
public final class Machine {
    /// What `one` gives instead of an output when a tail call is pending.
    static final JqValue TAIL = new JqString("a tail call is pending");

    private static final int BYTES_OF_SLOT = 24;
    private static final int DEPTH_ON_CALLERS_STACK = 250;
    private static final long DEEP_STACK_BYTES = 512L << 20;

    private final JqLimits limits;
    private final InstantSource clock;
    private final JqInputs inputs;
    private long steps;
    private long allocated;
    private int depth;
    private int labels;
    private boolean onDeepStack;
    private @Nullable TailCall pending;

    /// A call to be carried out when everything between it and the enclosing call has returned.
    record TailCall(FunctionCode code, @Nullable Env env, JqValue in, @Nullable Sink out) {}

    public Machine(JqLimits limits, InstantSource clock, JqInputs inputs) {
        this.limits = limits;
        this.clock = clock;
        this.inputs = inputs;
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
        if (steps > limits.steps()) {
            throw bound("more than " + limits.steps() + " steps");
        }
    }

    /// Counts memory about to be taken.
    public void allocate(long bytes) {
        allocated += bytes;
        if (allocated > limits.allocated() || bytes < 0) {
            throw bound("more than " + limits.allocated() + " bytes of strings and arrays");
        }
    }

    public void allocateSlots(long count) {
        allocate(count * BYTES_OF_SLOT);
    }

    public static JqException bound(String what) {
        return new JqException(JqException.Stage.BOUND, "the jq program was stopped: it takes " + what);
    }

    /// Counts a call; `leave` must follow when the call returns normally. A `catch` sets the depth back.
    public void enter() {
        step();
        if (++depth > limits.depth()) {
            throw bound("more than " + limits.depth() + " nested calls");
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
