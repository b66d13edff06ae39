package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// The bindings around an expression, innermost first: values of variables, labels and closures. How far up a binding
/// stands is known when the program is compiled.
///
/// @param bound a `JqValue` (variable or label) or a `Closure` (parameter)
public record Env(Object bound, @Nullable Env outer) {

    static Env push(@Nullable Env outer, Object bound) {
        return new Env(bound, outer);
    }

    /// The environment `levels` further out; null is the outermost, where nothing is bound.
    static @Nullable Env outer(@Nullable Env env, int levels) {
        Env at = env;
        for (int i = 0; i < levels && at != null; i++) {
            at = at.outer;
        }
        return at;
    }

    private static Object bound(@Nullable Env env, int levels) {
        Env at = outer(env, levels);
        if (at == null) {
            throw new IllegalStateException("nothing is bound " + levels + " levels up");
        }
        return at.bound;
    }

    static JqValue value(@Nullable Env env, int levels) {
        return (JqValue) bound(env, levels);
    }

    static Closure closure(@Nullable Env env, int levels) {
        return (Closure) bound(env, levels);
    }
}
