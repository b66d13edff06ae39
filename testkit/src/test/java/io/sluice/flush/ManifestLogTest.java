package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.PendingTable;
import io.sluice.manifest.SegmentTable;
import io.sluice.manifest.StreamTally;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// The three outcomes of a commit: won, lost, unknown.
final class ManifestLogTest {
    private final MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
    private final MemoryIndex index = new MemoryIndex(10);
    private final Manifest first = manifest(1);

    private static Manifest manifest(long version) {
        return new Manifest(version, 1, SegmentTable.EMPTY, PendingTable.EMPTY, List.of(), FoldedBatches.EMPTY,
                StreamTally.ZERO);
    }

    @Test
    void aCommitIsWonOnceAndKnowsItsWinner() {
        ManifestLog log = log(index);
        ManifestLog.Current start = log.load();
        assertEquals(Optional.empty(), start.state());
        ManifestLog.Current won = log.commit(start, first, "winner").orElseThrow();
        assertEquals(index.state(), won.state());
        assertEquals(Optional.empty(), log.commit(start, first, "loser"));
        assertEquals(1, log.load().manifest().version());
    }

    @Test
    void aConflictOrALostAnswerBehindOurOwnCommitIsAVictory() {
        for (String answer : List.of("conflict", "unknown")) {
            MemoryIndex own = new MemoryIndex(10);
            ManifestLog log = new ManifestLog(new Buffer("quakes",
                    new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH)), lying(own, answer)));
            assertTrue(log.commit(log.load(), first, "run").isPresent(), answer);
            assertTrue(own.state().orElseThrow().manifest().value().endsWith("-run"));
        }
    }

    @Test
    void aDamagedManifestIsRefusedAndNamed() {
        ManifestLog log = log(index);
        ObjectKey key = log.commit(log.load(), first, "run").flatMap(ManifestLog.Current::state).orElseThrow()
                .manifest();
        byte[] good = staging.get(key);
        for (int bit = 0; bit < good.length * Byte.SIZE; bit++) {
            byte[] flipped = good.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertRefused(log, key, flipped);
        }
        for (int length = 0; length < good.length; length++) {
            assertRefused(log, key, Arrays.copyOf(good, length));
        }
    }

    private void assertRefused(ManifestLog log, ObjectKey key, byte[] bytes) {
        staging.put(key, Body.of(bytes));
        String message = String.valueOf(assertThrows(MalformedEncodingException.class, log::load).getMessage());
        assertTrue(message.startsWith(key + " cannot be read"), message);
    }

    @Test
    void anUnknownOutcomeThatWasNoneIsNotTakenForAVictory() {
        ManifestLog log = log(failing(StoreException.Kind.UNKNOWN));
        assertEquals(Optional.empty(), log.commit(log.load(), first, "run"));
    }

    @Test
    void aRefusalIsTold() {
        ManifestLog log = log(failing(StoreException.Kind.REFUSED));
        assertThrows(StoreException.class, () -> log.commit(log.load(), first, "run"));
    }

    @Test
    void aManifestThatIsReplacedAtEveryLookIsGivenUpAfterTenLooks() {
        int[] looks = new int[1];
        BufferIndex busy = new PassingIndex(index) {
            @Override
            public Optional<FlushState> state() {
                looks[0]++;
                return Optional.of(new FlushState(looks[0], manifest(looks[0]).key("quakes", "run")));
            }
        };
        assertThrows(StoreException.class, () -> log(busy).load());
        assertEquals(11, looks[0], "ten looks, each at a manifest that is gone by then");
    }

    private ManifestLog log(BufferIndex through) {
        return new ManifestLog(new Buffer("quakes", staging, through));
    }

    /// Commits, and gives a wrong answer.
    private static BufferIndex lying(MemoryIndex index, String answer) {
        return new PassingIndex(index) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                super.commit(expected, next);
                if (answer.equals("unknown")) {
                    throw new StoreException(StoreException.Kind.UNKNOWN, "no answer");
                }
                return Commit.CONFLICT;
            }
        };
    }

    private BufferIndex failing(StoreException.Kind kind) {
        return new PassingIndex(index) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                throw new StoreException(kind, "not applied");
            }
        };
    }
}
