package io.sluice.jq.eval;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `range(from; upTo)`
public final class RangeNode extends Node {
    private final Node from;
    private final Node upTo;

    public RangeNode(Node from, Node upTo) {
        this.from = from;
        this.upTo = upTo;
    }

    @Override
    public boolean single() {
        return false;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        from.run(machine, env, in, start -> upTo.run(machine, env, in, end -> count(machine, start, end, out)));
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        from.paths(machine, env, in, trail, (start, there) -> upTo.paths(machine, env, in, there,
                (end, last) -> count(machine, start, end, number -> out.accept(number, last))));
    }

    private static void count(Machine machine, JqValue start, JqValue end, Sink out) {
        if (!(start instanceof JqNumber(double first)) || !(end instanceof JqNumber(double limit))) {
            throw new JqError("Range bounds must be numeric");
        }
        // as in jq, `>=` ends the count, so that a NaN as a bound never does
        for (double number = first; !(number >= limit); number++) {
            machine.step();
            out.accept(JqNumber.of(number));
        }
    }
}
