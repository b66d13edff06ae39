package io.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferCountLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// The contract of every [BufferCountLog]. Each test asks for a stream of its own.
public abstract class BufferCountLogContract {
    private static final BufferCountHistory BEGUN = BufferCountHistory.beginning(1_000, 4);
    private static final BufferCountHistory OTHER = BufferCountHistory.beginning(1_000, 3);

    /// Of a new stream.
    protected abstract BufferCountLog log();

    @Test
    void aStreamHasNoHistoryAtFirst() {
        assertEquals(Optional.empty(), log().bufferCounts());
    }

    @Test
    void theHistoryMovesOnlyFromWhatIsExpected() {
        BufferCountLog log = log();
        assertFalse(log.moveBufferCounts(Optional.of(OTHER), BEGUN));
        assertTrue(log.moveBufferCounts(Optional.empty(), BEGUN));
        assertFalse(log.moveBufferCounts(Optional.empty(), OTHER));
        assertFalse(log.moveBufferCounts(Optional.of(OTHER), OTHER));
        assertEquals(Optional.of(BEGUN), log.bufferCounts());
        assertTrue(log.moveBufferCounts(Optional.of(BEGUN), OTHER));
        assertEquals(Optional.of(OTHER), log.bufferCounts());
    }

    @Test
    void ofRacingMovesOneWins() throws Exception {
        BufferCountLog log = log();
        List<Callable<Boolean>> moves = new ArrayList<>();
        for (int buffers = 2; buffers < 10; buffers++) {
            BufferCountHistory next = BufferCountHistory.beginning(1_000, buffers);
            moves.add(() -> log.moveBufferCounts(Optional.empty(), next));
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
        List<BufferCountHistory.Change> changes = new ArrayList<>();
        for (int change = 0; change < BufferCountHistory.CHANGES_MAX; change++) {
            changes.add(new BufferCountHistory.Change(1_767_268_740_000L + change, 1 + change % 64));
        }
        BufferCountLog log = log();
        BufferCountHistory history = new BufferCountHistory(changes, 1_767_268_750_000L, true);
        assertTrue(log.moveBufferCounts(Optional.empty(), history));
        assertEquals(Optional.of(history), log.bufferCounts());
        assertTrue(log.moveBufferCounts(Optional.of(history), BEGUN));
    }
}
