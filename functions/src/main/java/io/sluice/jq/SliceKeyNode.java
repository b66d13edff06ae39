package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// The key of a slice: `{"start": from, "end": to}`.
final class SliceKeyNode extends Node {
    static final String START = "start";
    static final String END = "end";

    private final Node from;
    private final Node to;

    SliceKeyNode(Node from, Node to) {
        this.from = from;
        this.to = to;
    }

    static JqObject key(JqValue from, JqValue to) {
        return JqObject.builder().put(START, from).put(END, to).build();
    }

    @Override
    boolean single() {
        return from.single() && to.single();
    }

    @Override
    @Nullable
    JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue start = from.one(machine, env, in);
        if (start == null) {
            return null;
        }
        JqValue end = to.one(machine, env, in);
        return end == null ? null : key(start, end);
    }

    @Override
    void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        from.run(machine, env, in, start -> to.run(machine, env, in, end -> out.accept(key(start, end))));
    }
}
