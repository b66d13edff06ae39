package io.sluice.testkit.memory;

import io.sluice.landing.LandingCursors;
import io.sluice.testkit.contract.LandingCursorsContract;

/// The contract of cursors of landings on those in memory.
final class MemoryLandingCursorsTest extends LandingCursorsContract {
    @Override
    protected LandingCursors cursors() {
        return new MemoryLandingCursors();
    }
}
