package io.sluice.testkit.memory;

import io.sluice.lane.LaneLog;
import io.sluice.testkit.contract.LaneLogContract;

final class MemoryLanesTest extends LaneLogContract {
    @Override
    protected LaneLog log() {
        return new MemoryIndex(10);
    }
}
