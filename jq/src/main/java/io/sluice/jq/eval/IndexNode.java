package io.sluice.jq.eval;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `target[key]`: the key is taken first, for each of its outputs the target.
public final class IndexNode extends Node {
    private final Node target;
    private final Node key;
    private final boolean optional;
    private final boolean single;

    /// @param optional an error of the access itself (not of the target or the key) is no output
    public IndexNode(Node target, Node key, boolean optional) {
        this.target = target;
        this.key = key;
        this.optional = optional;
        this.single = target.single() && key.single();
    }

    @Override
    public boolean single() {
        return single;
    }

    /// Tests whether each access has one output, or is an error.
    boolean isPlain() {
        return key.single() && !optional;
    }

    Node target() {
        return target;
    }

    Node key() {
        return key;
    }

    private @Nullable JqValue access(JqValue container, JqValue at) {
        if (!optional) {
            return Access.index(container, at);
        }
        try {
            return Access.index(container, at);
        } catch (JqError e) {
            return null;
        }
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue at = key.one(machine, env, in);
        if (at == null) {
            return null;
        }
        JqValue container = target.one(machine, env, in);
        return container == null ? null : access(container, at);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        key.run(machine, env, in, at -> target.run(machine, env, in, container -> {
            JqValue value = access(container, at);
            if (value != null) {
                out.accept(value);
            }
        }));
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        key.run(machine, env, in, at -> target.paths(machine, env, in, trail, (container, there) -> {
            there.requireAccess(container, at);
            JqValue value = access(container, at);
            if (value != null) {
                out.accept(value, there.to(at, value));
            }
        }));
    }
}
