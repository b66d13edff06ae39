package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// A call of a builtin that is defined in jq, with constant arguments, for which Java has a shortcut. The definition
/// decides whenever the shortcut does not apply: on other inputs, with errors, and in path expressions.
public final class ShortcutNode extends Node {
    private final Native shortcut;
    private final JqValue[] arguments;
    private final Node definition;

    /// @param shortcut gives null where it does not apply
    public ShortcutNode(Native shortcut, JqValue[] arguments, Node definition) {
        this.shortcut = shortcut;
        this.arguments = arguments;
        this.definition = definition;
    }

    @Override
    public boolean single() {
        return definition.single();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue quick = shortcut.apply(machine, in, arguments);
        return quick == null ? definition.one(machine, env, in) : quick;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        JqValue quick = shortcut.apply(machine, in, arguments);
        if (quick == null) {
            definition.run(machine, env, in, out);
        } else {
            out.accept(quick);
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        definition.paths(machine, env, in, trail, out);
    }
}
