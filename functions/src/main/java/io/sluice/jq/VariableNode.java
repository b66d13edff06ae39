package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// `$name`
final class VariableNode extends Node.Single {
    private final int levels;

    VariableNode(int levels) {
        this.levels = levels;
    }

    @Override
    JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return Env.value(env, levels);
    }
}
