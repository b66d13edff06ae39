package io.sluice.jq.eval;

import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `left and right`, `left or right`: the right side is run for each output of the left that does not decide.
public final class LogicNode extends Node {
    private final Node left;
    private final Node right;
    /// The truth of the left side that decides: `false` for `and`, `true` for `or`.
    private final boolean decisive;

    public LogicNode(Node left, Node right, boolean decisive) {
        this.left = left;
        this.right = right;
        this.decisive = decisive;
    }

    @Override
    public boolean single() {
        return left.single() && right.single();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue first = left.one(machine, env, in);
        if (first == null) {
            return null;
        }
        if (first.isTrue() == decisive) {
            return JqBoolean.of(decisive);
        }
        JqValue second = right.one(machine, env, in);
        return second == null ? null : JqBoolean.of(second.isTrue());
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        left.run(machine, env, in, first -> {
            if (first.isTrue() == decisive) {
                out.accept(JqBoolean.of(decisive));
            } else {
                right.run(machine, env, in, second -> out.accept(JqBoolean.of(second.isTrue())));
            }
        });
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        left.paths(machine, env, in, trail, (first, there) -> {
            if (first.isTrue() == decisive) {
                out.accept(JqBoolean.of(decisive), there);
            } else {
                right.paths(machine, env, in, there, (second, end) -> out.accept(JqBoolean.of(second.isTrue()), end));
            }
        });
    }
}
