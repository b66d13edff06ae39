package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// One of the values that were read of a record; the input is the array of them.
public final class SlotNode extends Node.Single {
    private final int slot;

    public SlotNode(int slot) {
        this.slot = slot;
    }

    @Override
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return ((JqArray) in).at(slot);
    }
}
