package io.sluice.testkit.memory;

import io.sluice.index.BufferIndex;
import io.sluice.testkit.contract.BufferIndexContract;

final class MemoryIndexTest extends BufferIndexContract {
    @Override
    protected BufferIndex index() {
        return new MemoryIndex(7);
    }
}
