package io.sluice.testkit.requests;

import io.sluice.index.BufferIndex;
import io.sluice.testkit.contract.BufferIndexContract;
import io.sluice.testkit.memory.MemoryIndex;

final class CountingIndexTest extends BufferIndexContract {
    private static final int PAGE = 7;

    private final MemoryIndex memory = new MemoryIndex(PAGE);
    private final BufferIndex index = new CountingIndex(memory);

    @Override
    protected BufferIndex index() {
        return index;
    }

    @Override
    protected String stream() {
        return "quakes";
    }

    @Override
    protected BufferIndex another(BufferIndex index, String buffer) {
        return new CountingIndex(memory.another());
    }
}
