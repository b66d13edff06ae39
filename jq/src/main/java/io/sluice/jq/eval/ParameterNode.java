package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// A use of a function's parameter: runs the argument where it was written.
public final class ParameterNode extends Node {
    private final int levels;
    private final boolean single;

    public ParameterNode(int levels, boolean single) {
        this.levels = levels;
        this.single = single;
    }

    Closure closure(@Nullable Env env) {
        return Env.closure(env, levels);
    }

    @Override
    public boolean single() {
        return single;
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        Closure closure = closure(env);
        machine.enter();
        JqValue output = closure.body().one(machine, closure.env(), in);
        machine.leave();
        return output;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        Closure closure = closure(env);
        machine.enter();
        closure.body().run(machine, closure.env(), in, out);
        machine.leave();
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        Closure closure = closure(env);
        machine.enter();
        closure.body().paths(machine, closure.env(), in, trail, out);
        machine.leave();
    }
}
