package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `source as pattern | body`: the body on the original input, once for each output of the source.
public final class AsNode extends Node {
    private final Node source;
    private final Binder binder;
    private final Node body;

    public AsNode(Node source, Binder binder, Node body) {
        this.source = source;
        this.binder = binder;
        this.body = body;
    }

    @Override
    public boolean single() {
        return source.single() && binder.single() && body.single();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue value = source.one(machine, env, in);
        return value == null ? null : body.one(machine, binder.bindOne(machine, env, value), in);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (source.single() && binder.single()) {
            JqValue value = source.one(machine, env, in);
            if (value != null) {
                body.run(machine, binder.bindOne(machine, env, value), in, out);
            }
        } else {
            source.run(machine, env, in,
                    value -> binder.bind(machine, env, value, inner -> body.run(machine, inner, in, out)));
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        source.run(machine, env, in, value -> binder.bindPaths(machine, env, value, trail,
                (inner, there) -> body.paths(machine, inner, in, there, out)));
    }
}
