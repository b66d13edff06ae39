package io.sluice.jq.eval;

import org.jspecify.annotations.Nullable;

/// An argument of a function: an expression with the environment that it was written in.
record Closure(Node body, @Nullable Env env) {}
