package io.sluice.jq.eval;

import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `reduce source as pattern (init; update)`. An update without output leaves `null`, one with several leaves the last.
/// As in jq 1.6, the source sees the input at the first output of `init` and null at every further one.
public final class ReduceNode extends Node {
    private final Node source;
    private final Binder binder;
    private final Node init;
    private final Node update;

    public ReduceNode(Node source, Binder binder, Node init, Node update) {
        this.source = source;
        this.binder = binder;
        this.init = init;
        this.update = update;
    }

    @Override
    public boolean single() {
        return init.single();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue start = init.one(machine, env, in);
        return start == null ? null : reduce(machine, env, in, start);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        Cell input = new Cell(in);
        init.run(machine, env, in, start -> {
            out.accept(reduce(machine, env, input.take(), start));
        });
    }

    private JqValue reduce(Machine machine, @Nullable Env env, JqValue in, JqValue start) {
        Cell state = new Cell(start);
        source.run(machine, env, in, item -> {
            machine.step();
            if (binder.single()) {
                update(machine, binder.bindOne(machine, env, item), state);
            } else {
                binder.bind(machine, env, item, inner -> update(machine, inner, state));
            }
        });
        return state.take();
    }

    private void update(Machine machine, @Nullable Env env, Cell state) {
        if (update.single()) {
            JqValue next = update.one(machine, env, state.take());
            state.put(next == null ? JqNull.NULL : next);
        } else {
            update.run(machine, env, state.take(), state::put);
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        Cell input = new Cell(in);
        init.paths(machine, env, in, trail, (start, there) -> {
            Cell state = new Cell(start);
            source.paths(machine, env, input.take(), there, (item, found) -> {
                machine.step();
                binder.bindPaths(machine, env, item, found, (inner, last) -> {
                    update.paths(machine, inner, state.take(), last, (next, end) -> state.put(next));
                });
            });
            out.accept(state.take(), there);
        });
    }
}
