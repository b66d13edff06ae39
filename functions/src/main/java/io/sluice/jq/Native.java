package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// A builtin that is written in Java.
@FunctionalInterface
interface Native {
    /// The output for `in`, or null for none.
    ///
    /// @throws JqError as jq does
    @Nullable
    JqValue apply(Machine machine, JqValue in, JqValue[] arguments);
}
