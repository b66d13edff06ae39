package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;

/// Takes the outputs of an expression, one after another. What the sink throws goes through the expression: in jq 1.6 a
/// `try` also catches the errors of whatever its outputs are piped into.
@FunctionalInterface
public interface Sink {
    void accept(JqValue output);
}
