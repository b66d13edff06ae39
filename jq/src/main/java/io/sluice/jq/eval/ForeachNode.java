package io.sluice.jq.eval;

import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `foreach source as pattern (init; update; extract)`. As in jq 1.6, the source sees the input at the first output of
/// `init` and null at every further one.
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
        Cell input = new Cell(in);
        init.run(machine, env, in, start -> {
            Cell state = new Cell(start);
            source.run(machine, env, input.take(), item -> {
                machine.step();
                binder.bind(machine, env, item, inner -> {
                    update.run(machine, inner, state.take(), next -> {
                        state.put(next);
                        extract.run(machine, inner, next, out);
                    });
                });
            });
        });
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        Cell input = new Cell(in);
        init.paths(machine, env, in, trail, (start, there) -> {
            Cell state = new Cell(start);
            source.paths(machine, env, input.take(), there, (item, found) -> {
                machine.step();
                binder.bindPaths(machine, env, item, found, (inner, last) -> {
                    update.paths(machine, inner, state.take(), last, (next, end) -> {
                        state.put(next);
                        extract.paths(machine, inner, next, end, out);
                    });
                });
            });
        });
    }
}
