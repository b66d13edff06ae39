package io.sluice.testkit.memory;

import io.sluice.flush.SweepMark;
import io.sluice.testkit.contract.SweepMarkContract;

/// The contract of marks of sweeps on the one in memory.
final class MemorySweepMarkTest extends SweepMarkContract {
    @Override
    protected SweepMark mark() {
        return new MemoryIndex(50);
    }
}
