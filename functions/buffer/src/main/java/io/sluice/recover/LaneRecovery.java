package io.sluice.recover;

import io.sluice.lane.Lane;
import io.sluice.lane.LaneKeeper;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.function.Function;

/// Makes the index of each of a stream's buffers again, and then its lanes known: until they are, nobody stages to them
/// and nothing of the stream is flushed. One that is killed is run again. Safe for concurrent use.
public final class LaneRecovery {
    private final LaneKeeper keeper;
    private final Function<Lane, Recovery> recoveries;

    /// @param recoveries of one buffer, by its lane
    public LaneRecovery(LaneKeeper keeper, Function<Lane, Recovery> recoveries) {
        this.keeper = keeper;
        this.recoveries = recoveries;
    }

    /// As [Recovery#recover], of all buffers.
    ///
    /// @throws IllegalArgumentException when the stream has lanes and the configuration does not name them; nothing was
    ///         changed
    public RecoverySummary recover(Deadline deadline) {
        List<Lane> lanes = keeper.archived();
        RecoverySummary summary = recoveries.apply(Lane.FIRST).recover(deadline);
        for (Lane lane : lanes) {
            if (!lane.equals(Lane.FIRST) && summary.complete()) {
                summary = summary.and(recoveries.apply(lane).recover(deadline));
            }
        }
        if (summary.complete()) {
            keeper.recover();
        }
        return summary;
    }
}
