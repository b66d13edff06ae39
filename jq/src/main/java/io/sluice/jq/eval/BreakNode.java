package io.sluice.jq.eval;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `break $name`
public final class BreakNode extends Node.Single {
    private final int levels;

    public BreakNode(int levels) {
        this.levels = levels;
    }

    @Override
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        throw new JqError(Env.value(env, levels));
    }
}
