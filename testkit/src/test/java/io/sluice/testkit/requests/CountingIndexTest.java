package io.sluice.testkit.requests;

import io.sluice.index.BufferIndex;
import io.sluice.testkit.contract.BufferIndexContract;
import io.sluice.testkit.memory.MemoryIndex;

final class CountingIndexTest extends BufferIndexContract {
    private static final int PAGE = 7;

    private final BufferIndex index = new CountingIndex(new MemoryIndex(PAGE));

    @Override
    protected BufferIndex index() {
        return index;
    }
}
