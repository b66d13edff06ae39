package io.sluice.testkit.memory;

import io.sluice.index.BufferIndex;
import io.sluice.testkit.contract.BufferIndexContract;

final class MemoryIndexTest extends BufferIndexContract {
    @Override
    protected BufferIndex index() {
        return new MemoryIndex(7);
    }

    @Override
    protected String stream() {
        return "quakes";
    }

    @Override
    protected BufferIndex another(BufferIndex index, String buffer) {
        return ((MemoryIndex) index).another();
    }
}
