package io.sluice.jq.eval;

import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `foreach source as pattern (init; update; extract)`. As in jq 1.6, the source sees the input at the first output of `init`
/// and null at every further one.
public final class ForeachNode extends Node {
    private final Node source;
    private final Binder binder;
    private final Node init;
    private final Node update;
    private final Node extract;

    public ForeachNode(Node source, Binder binder, Node init, Node update, Node extract) {
        this.source = source;
        this.binder = binder;
        this.init = init;
        this.update = update;
        this.extract = extract;
    }

    @Override
    public boolean single() {
        return false;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        JqValue[] input = {in};
        init.run(machine, env, in, start -> {
            JqValue[] state = {start};
            JqValue seen = input[0];
            input[0] = JqNull.NULL;
            source.run(machine, env, seen, item -> {
                machine.step();
                binder.bind(machine, env, item, inner -> {
                    JqValue current = state[0];
                    state[0] = JqNull.NULL;
                    update.run(machine, inner, current, next -> {
                        state[0] = next;
                        extract.run(machine, inner, next, out);
                    });
                });
            });
        });
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        JqValue[] input = {in};
        init.paths(machine, env, in, trail, (start, there) -> {
            JqValue[] state = {start};
            JqValue seen = input[0];
            input[0] = JqNull.NULL;
            source.paths(machine, env, seen, there, (item, found) -> {
                machine.step();
                binder.bindPaths(machine, env, item, found, (inner, last) -> {
                    JqValue current = state[0];
                    state[0] = JqNull.NULL;
                    update.paths(machine, inner, current, last, (next, end) -> {
                        state[0] = next;
                        extract.paths(machine, inner, next, end, out);
                    });
                });
            });
        });
    }
}
