package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `path(expression)`
public final class PathNode extends Node {
    private final Node expression;

    public PathNode(Node expression) {
        this.expression = expression;
    }

    @Override
    public boolean single() {
        return false;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        expression.paths(machine, env, in, Trail.root(in), (value, trail) -> {
            trail.requireResult(value);
            out.accept(trail.path());
        });
    }
}
