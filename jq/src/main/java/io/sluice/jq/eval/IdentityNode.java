package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `.`
public final class IdentityNode extends Node.Single {
    @Override
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return in;
    }
}
