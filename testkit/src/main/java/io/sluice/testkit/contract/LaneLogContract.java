package io.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.lane.LaneHistory;
import io.sluice.lane.LaneLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// The contract of every [LaneLog]. Each test asks for a stream of its own.
public abstract class LaneLogContract {
    private static final LaneHistory BEGUN = LaneHistory.beginning(1_000, 4);
    private static final LaneHistory OTHER = LaneHistory.beginning(1_000, 3);

    /// Of a new stream.
    protected abstract LaneLog log();

    @Test
    void aStreamHasNoHistoryAtFirst() {
        assertEquals(Optional.empty(), log().lanes());
    }

    @Test
    void theHistoryMovesOnlyFromWhatIsExpected() {
        LaneLog log = log();
        assertFalse(log.moveLanes(Optional.of(OTHER), BEGUN));
        assertTrue(log.moveLanes(Optional.empty(), BEGUN));
        assertFalse(log.moveLanes(Optional.empty(), OTHER));
        assertFalse(log.moveLanes(Optional.of(OTHER), OTHER));
        assertEquals(Optional.of(BEGUN), log.lanes());
        assertTrue(log.moveLanes(Optional.of(BEGUN), OTHER));
        assertEquals(Optional.of(OTHER), log.lanes());
    }

    @Test
    void ofRacingMovesOneWins() throws Exception {
        LaneLog log = log();
        List<Callable<Boolean>> moves = new ArrayList<>();
        for (int lanes = 2; lanes < 10; lanes++) {
            LaneHistory next = LaneHistory.beginning(1_000, lanes);
            moves.add(() -> log.moveLanes(Optional.empty(), next));
        }
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            int won = 0;
            for (Future<Boolean> move : executor.invokeAll(moves)) {
                won += move.get() ? 1 : 0;
            }
            assertEquals(1, won);
        }
    }

    @Test
    void aHistoryOfAsManyChangesAsThereMayBeIsKept() {
        List<LaneHistory.Change> changes = new ArrayList<>();
        for (int change = 0; change < LaneHistory.CHANGES_MAX; change++) {
            changes.add(new LaneHistory.Change(1_767_268_740_000L + change, 1 + change % 64));
        }
        LaneLog log = log();
        LaneHistory history = new LaneHistory(changes, 1_767_268_750_000L, true);
        assertTrue(log.moveLanes(Optional.empty(), history));
        assertEquals(Optional.of(history), log.lanes());
        assertTrue(log.moveLanes(Optional.of(history), BEGUN));
    }
}
