package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// `path(expression)`
final class PathNode extends Node {
    private final Node expression;

    PathNode(Node expression) {
        this.expression = expression;
    }

    @Override
    boolean single() {
        return false;
    }

    @Override
    void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        expression.paths(machine, env, in, Trail.root(in), (value, trail) -> {
            trail.requireResult(value);
            out.accept(trail.path());
        });
    }
}
