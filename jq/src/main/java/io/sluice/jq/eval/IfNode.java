package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `if condition then … else … end`: one branch for each output of the condition.
public final class IfNode extends Node {
    private final Node condition;
    private final Node then;
    private final Node otherwise;

    public IfNode(Node condition, Node then, Node otherwise) {
        this.condition = condition;
        this.then = then;
        this.otherwise = otherwise;
    }

    @Override
    public boolean single() {
        return condition.single() && then.single() && otherwise.single();
    }

    private Node branch(JqValue truth) {
        return truth.isTrue() ? then : otherwise;
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue truth = condition.one(machine, env, in);
        return truth == null ? null : branch(truth).one(machine, env, in);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (condition.single()) {
            JqValue truth = condition.one(machine, env, in);
            if (truth != null) {
                branch(truth).run(machine, env, in, out);
            }
        } else {
            condition.run(machine, env, in, truth -> branch(truth).run(machine, env, in, out));
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        condition.run(machine, env, in, truth -> branch(truth).paths(machine, env, in, trail, out));
    }
}
