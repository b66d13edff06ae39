package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `left, right`
public final class CommaNode extends Node {
    private final Node left;
    private final Node right;

    public CommaNode(Node left, Node right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean single() {
        return false;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        left.run(machine, env, in, out);
        right.run(machine, env, in, out);
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        left.paths(machine, env, in, trail, out);
        right.paths(machine, env, in, trail, out);
    }
}
