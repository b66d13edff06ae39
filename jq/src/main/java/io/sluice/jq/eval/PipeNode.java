package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `left | right`
public final class PipeNode extends Node {
    private final Node left;
    private final Node right;

    public PipeNode(Node left, Node right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean single() {
        return left.single() && right.single();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue middle = left.one(machine, env, in);
        return middle == null ? null : right.one(machine, env, middle);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (left.single()) {
            JqValue middle = left.one(machine, env, in);
            if (middle != null) {
                right.run(machine, env, middle, out);
            }
        } else {
            left.run(machine, env, in, middle -> right.run(machine, env, middle, out));
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        left.paths(machine, env, in, trail, (middle, there) -> right.paths(machine, env, middle, there, out));
    }
}
