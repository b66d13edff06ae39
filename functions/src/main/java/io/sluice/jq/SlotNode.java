package io.sluice.jq;

import org.jspecify.annotations.Nullable;

/// One of the values that were read of a record; the input is the array of them.
final class SlotNode extends Node.Single {
    private final int slot;

    SlotNode(int slot) {
        this.slot = slot;
    }

    @Override
    JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return ((JqArray) in).at(slot);
    }
}
