package io.sluice.jq.eval;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `try body catch handler` and `body?`. As in jq 1.6, errors of what the outputs are piped into are caught too, and so
/// is a `break` out of a label around it: jq means to raise it again, but looks whether the error is the text `object`
/// instead of whether it is an object. That text it takes for a break, in which it then fails to look.
public final class TryNode extends Node {
    private final Node body;
    private final @Nullable Node handler;

    public TryNode(Node body, @Nullable Node handler) {
        this.body = body;
        this.handler = handler;
    }

    @Override
    public boolean single() {
        return false;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        int depth = machine.depth();
        JqValue error;
        try {
            body.run(machine, env, in, out);
            return;
        } catch (JqError e) {
            machine.depth(depth);
            error = caught(e);
        }
        if (handler != null) {
            handler.run(machine, env, error, out);
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        int depth = machine.depth();
        JqValue error;
        try {
            body.paths(machine, env, in, trail, out);
            return;
        } catch (JqError e) {
            machine.depth(depth);
            error = caught(e);
        }
        if (handler != null) {
            handler.paths(machine, env, error, trail, out);
        }
    }

    private JqValue caught(JqError error) {
        if (handler != null && error.value() instanceof JqString(String text) && text.equals("object")) {
            return Access.index(error.value(), LabelNode.MARK);
        }
        return error.value();
    }
}
