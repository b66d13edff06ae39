package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// An executable piece of a compiled program. Immutable once compiled; all state of a run is in its `Machine` and
/// `Env`.
public abstract class Node {

    /// Gives `out` every output for `in`, in jq's order.
    ///
    /// @throws io.sluice.jq.value.JqError the program raised an error
    /// @throws io.sluice.jq.value.JqStop the program is stopped
    public abstract void run(Machine machine, @Nullable Env env, JqValue in, Sink out);

    /// Tests whether there is never more than one output, and no `try` around what happens to it: then `one` may be
    /// called.
    public abstract boolean single();

    /// The only output, or null when there is none. In tail position it may be `Machine.TAIL`.
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        throw new IllegalStateException(getClass().getSimpleName() + " may have several outputs");
    }

    /// Like `run`, as (a part of) a path expression: the outputs come with the trail that led to them. Expressions that
    /// are no paths give their values and leave the trail where it was; the next access finds out.
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        run(machine, env, in, output -> out.accept(output, trail));
    }

    /// A node with at most one output whose `run` follows from `one`.
    public abstract static class Single extends Node {
        @Override
        public final boolean single() {
            return true;
        }

        @Override
        @Nullable
        public abstract JqValue one(Machine machine, @Nullable Env env, JqValue in);

        @Override
        public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
            JqValue output = one(machine, env, in);
            if (output != null) {
                out.accept(output);
            }
        }
    }
}
