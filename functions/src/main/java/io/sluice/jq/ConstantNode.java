package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// A literal.
final class ConstantNode extends Node.Single {
    private final JqValue value;

    ConstantNode(JqValue value) {
        this.value = value;
    }

    JqValue value() {
        return value;
    }

    @Override
    JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return value;
    }
}
