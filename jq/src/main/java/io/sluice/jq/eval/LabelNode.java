package io.sluice.jq.eval;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqOrder;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `label $name | body`: ends without further outputs when the body breaks out to it. A break is an error whose value
/// names the label.
public final class LabelNode extends Node {
    private static final String NAME = "__jq";
    static final JqString MARK = new JqString(NAME);

    private final Node body;

    public LabelNode(Node body) {
        this.body = body;
    }

    @Override
    public boolean single() {
        return body.single();
    }

    private static JqObject mark(Machine machine) {
        return JqObject.EMPTY.with(NAME, JqNumber.of(machine.nextLabel()));
    }

    private static void requireBreakTo(JqObject label, JqError error) {
        if (!JqOrder.equal(label, error.value())) {
            throw error;
        }
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        int depth = machine.depth();
        JqObject label = mark(machine);
        try {
            return body.one(machine, Env.push(env, label), in);
        } catch (JqError e) {
            requireBreakTo(label, e);
            machine.depth(depth);
            return null;
        }
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        int depth = machine.depth();
        JqObject label = mark(machine);
        try {
            body.run(machine, Env.push(env, label), in, out);
        } catch (JqError e) {
            requireBreakTo(label, e);
            machine.depth(depth);
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        int depth = machine.depth();
        JqObject label = mark(machine);
        try {
            body.paths(machine, Env.push(env, label), in, trail, out);
        } catch (JqError e) {
            requireBreakTo(label, e);
            machine.depth(depth);
        }
    }
}
