package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// A literal.
public final class ConstantNode extends Node.Single {
    private final JqValue value;

    public ConstantNode(JqValue value) {
        this.value = value;
    }

    public JqValue value() {
        return value;
    }

    @Override
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return value;
    }
}
