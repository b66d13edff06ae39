package io.sluice.testkit.memory;

import io.sluice.buffers.BufferCountLog;
import io.sluice.testkit.contract.BufferCountLogContract;

final class MemoryBufferCountsTest extends BufferCountLogContract {
    @Override
    protected BufferCountLog log() {
        return new MemoryIndex(10);
    }
}
