package io.sluice.simulation;

import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferCountLog;
import java.util.Optional;

/// The history of a stream's buffers as one actor reaches it.
final class WiredBufferCounts implements BufferCountLog {
    private final Wire wire;
    private final BufferCountLog log;

    WiredBufferCounts(Wire wire, BufferCountLog log) {
        this.wire = wire;
        this.log = log;
    }

    @Override
    public Optional<BufferCountHistory> bufferCounts() {
        return wire.read(() -> "GET lanes", log::bufferCounts);
    }

    @Override
    public boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
        return wire.write(() -> "MOVE lanes to " + next.encode() + " over " + expected.map(BufferCountHistory::encode),
                () -> log.moveBufferCounts(expected, next),
                (fault, moved) -> wire.watch().movedLanes(fault, expected, next, moved));
    }
}
