package io.sluice.jq;

/// Takes the outputs of an expression, one after another. What the sink throws goes through the expression: in jq 1.6 a
/// `try` also catches the errors of whatever its outputs are piped into.
@FunctionalInterface
interface Sink {
    void accept(JqValue output);
}
