package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// `.`
final class IdentityNode extends Node.Single {
    @Override
    JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return in;
    }
}
