package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// `break $name`
final class BreakNode extends Node.Single {
    private final int levels;

    BreakNode(int levels) {
        this.levels = levels;
    }

    @Override
    JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        throw new JqError(Env.value(env, levels));
    }
}
