package io.sluice.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.segment.BatchId;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BufferCountHistoryTest {
    private static final BufferCountHistory BEGUN = BufferCountHistory.beginning(1_000, 4).extended(2_000);

    @Test
    void whatArrivedBeforeAChangeKeepsItsNumber() {
        assertEquals(1, BEGUN.buffers(0));
        assertEquals(1, BEGUN.buffers(999));
        assertEquals(4, BEGUN.buffers(1_000));
        assertEquals(4, BEGUN.buffers(1_999));
        assertThrows(IllegalArgumentException.class, () -> BEGUN.buffers(2_000));
    }

    @Test
    void aChangeIsInForceFromWhatIsNotDecided() {
        BufferCountHistory changed = BEGUN.changed(2).orElseThrow();
        for (long arrival = 0; arrival < 2_000; arrival += 10) {
            assertEquals(BEGUN.buffers(arrival), changed.buffers(arrival));
        }
        assertFalse(changed.decides(2_000));
        assertFalse(changed.kept());
        assertEquals(2, changed.extended(3_000).buffers(2_000));
        assertEquals(4, changed.most());
        assertEquals(4, BEGUN.changed(8).orElseThrow().most());
        assertEquals(8, BEGUN.changed(8).orElseThrow().extended(2_001).most());
        assertEquals(1, BufferCountHistory.ofNewStream(4).most());
    }

    @Test
    void nothingChangesWhileTheLastChangeIsNotInForce() {
        assertEquals(Optional.empty(), BufferCountHistory.beginning(1_000, 4).changed(2));
        assertEquals(Optional.empty(), BEGUN.changed(4));
    }

    @Test
    void thereIsALastChange() {
        BufferCountHistory history = BEGUN;
        while (history.changes().size() < BufferCountHistory.CHANGES_MAX) {
            history = history.changed(history.last() == 4 ? 2 : 4).orElseThrow();
            history = history.extended(history.until() + 1);
        }
        assertEquals(Optional.empty(), history.changed(8));
        assertEquals(history, BufferCountHistory.decode(history.encode()));
    }

    @Test
    void aBufferIsInUseWhileAnyBatchMayBeOfIt() {
        BufferCountHistory history = BEGUN.changed(2).orElseThrow().extended(3_000);
        assertTrue(history.isInUseSince(new BufferNumber(3), 1_999));
        assertFalse(history.isInUseSince(new BufferNumber(3), 2_000));
        assertTrue(history.isInUseSince(new BufferNumber(1), 1_000_000));
        assertTrue(history.isInUseSince(BufferNumber.FIRST, 1_000_000));
    }

    @Test
    void historiesAreEqualWhereTheirTextsAre() {
        assertEquals(BEGUN, BufferCountHistory.decode(BEGUN.encode()));
        assertEquals("2000 kept 0:1,1000:4", BEGUN.encode());
        assertNotEquals(BEGUN.encode(), BEGUN.changed(2).orElseThrow().encode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "2000 kept", "2000 kept ", "2000 kept 0", "2000 kept 0:0", "2000 kept 0:65", "x kept 0:1",
                    "2000 old 0:1", "2000 kept 5:1,5:2", "2000 kept 0:1,", "2000 kept 0:1 x", "2000 kept -1:1"})
    void whatIsNoHistoryIsNotTakenForOne(String text) {
        assertThrows(MalformedEncodingException.class, () -> BufferCountHistory.decode(text));
    }

    @Test
    void batchesAreSpreadOverBuffersAndOverTheShardsOfEach() {
        List<BatchId> batches = IntStream.range(0, 8_000).mapToObj(i -> BatchId.of(List.of("record " + i))).toList();
        for (int number = 0; number < 4; number++) {
            BufferNumber each = new BufferNumber(number);
            List<BatchId> own = batches.stream().filter(batch -> BufferNumber.of(batch, 4).equals(each)).toList();
            assertTrue(own.size() > 1_700 && own.size() < 2_300, () -> own.size() + " of " + each);
            assertEquals(8, own.stream().map(batch -> io.sluice.index.Shard.of(batch, 8)).distinct().count());
        }
    }

    @Test
    void noStreamHasABuffersName() {
        assertEquals("quakes", BufferNumber.FIRST.buffer("quakes"));
        assertEquals("quakes!lane!3", new BufferNumber(3).buffer("quakes"));
        assertThrows(IllegalArgumentException.class, () -> new BufferNumber(BufferNumber.BUFFERS_MAX));
    }
}
