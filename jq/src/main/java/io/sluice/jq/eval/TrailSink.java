package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;

/// Takes the outputs of an expression that runs as a path expression, each with the trail that led to it.
@FunctionalInterface
interface TrailSink {
    void accept(JqValue output, Trail trail);
}
