package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `$name`
public final class VariableNode extends Node.Single {
    private final int levels;

    public VariableNode(int levels) {
        this.levels = levels;
    }

    @Override
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return Env.value(env, levels);
    }
}
