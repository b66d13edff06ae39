package io.sluice.jq.eval;

import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Slice;
import org.jspecify.annotations.Nullable;

/// The key of a slice: `{"start": from, "end": to}`.
public final class SliceKeyNode extends Node {
    private final Node from;
    private final Node to;

    public SliceKeyNode(Node from, Node to) {
        this.from = from;
        this.to = to;
    }

    static JqObject key(JqValue from, JqValue to) {
        return JqObject.builder().put(Slice.START, from).put(Slice.END, to).build();
    }

    @Override
    public boolean single() {
        return from.single() && to.single();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue start = from.one(machine, env, in);
        if (start == null) {
            return null;
        }
        JqValue end = to.one(machine, env, in);
        return end == null ? null : key(start, end);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        from.run(machine, env, in, start -> to.run(machine, env, in, end -> out.accept(key(start, end))));
    }
}
