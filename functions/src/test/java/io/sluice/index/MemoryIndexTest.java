package io.sluice.index;

final class MemoryIndexTest extends BufferIndexContract {
    @Override
    protected BufferIndex index() {
        return new MemoryIndex(7);
    }
}
