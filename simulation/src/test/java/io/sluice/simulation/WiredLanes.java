package io.sluice.simulation;

import io.sluice.lane.LaneHistory;
import io.sluice.lane.LaneLog;
import java.util.Optional;

/// The history of a stream's lanes as one actor reaches it.
final class WiredLanes implements LaneLog {
    private final Wire wire;
    private final LaneLog log;

    WiredLanes(Wire wire, LaneLog log) {
        this.wire = wire;
        this.log = log;
    }

    @Override
    public Optional<LaneHistory> lanes() {
        return wire.read(() -> "GET lanes", log::lanes);
    }

    @Override
    public boolean moveLanes(Optional<LaneHistory> expected, LaneHistory next) {
        return wire.write(() -> "MOVE lanes to " + next.encode() + " over " + expected.map(LaneHistory::encode),
                () -> log.moveLanes(expected, next));
    }
}
