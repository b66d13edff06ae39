package io.sluice.jq.eval;

import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqValue;

/// Holds what a loop carries from one turn to the next. Taking it leaves null, as in jq 1.6: a loop's source sees the
/// input at the first output of `init` only, and an update without output leaves null. Not safe for concurrent use.
final class Cell {
    private JqValue value;

    Cell(JqValue value) {
        this.value = value;
    }

    JqValue take() {
        JqValue taken = value;
        value = JqNull.NULL;
        return taken;
    }

    void put(JqValue next) {
        value = next;
    }
}
