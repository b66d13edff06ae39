package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// A builtin that is written in Java.
@FunctionalInterface
public interface Native {
    /// The output for `in`, or null for none.
    ///
    /// @throws io.sluice.jq.value.JqError as jq does
    @Nullable
    JqValue apply(Machine machine, JqValue in, JqValue[] arguments);
}
