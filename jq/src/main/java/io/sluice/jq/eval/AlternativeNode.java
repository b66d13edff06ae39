package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `left // right`: the outputs of the left side that are neither `null` nor `false`; those of the right when there are
/// none. Errors of the left side are errors in jq 1.6.
public final class AlternativeNode extends Node {
    private final Node left;
    private final Node right;

    public AlternativeNode(Node left, Node right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean single() {
        return left.single() && right.single();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue first = left.one(machine, env, in);
        return first != null && first.isTrue() ? first : right.one(machine, env, in);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        boolean[] found = new boolean[1];
        left.run(machine, env, in, output -> {
            if (output.isTrue()) {
                found[0] = true;
                out.accept(output);
            }
        });
        if (!found[0]) {
            right.run(machine, env, in, out);
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        boolean[] found = new boolean[1];
        left.paths(machine, env, in, trail, (output, there) -> {
            if (output.isTrue()) {
                found[0] = true;
                out.accept(output, there);
            }
        });
        if (!found[0]) {
            right.paths(machine, env, in, trail, out);
        }
    }
}
