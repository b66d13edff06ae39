package io.sluice.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.buffers.BufferNumbers.BufferNumberSettings;
import io.sluice.flush.TableLostException;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DecidedBufferCountTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long BEGIN = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    private final MemoryIndex table = new MemoryIndex(10);
    private Instant now = Instant.ofEpochMilli(BEGIN);
    private final MemoryObjectStore staging = new MemoryObjectStore(() -> now);
    private final BufferCountArchive archive = new BufferCountArchive("quakes", staging);
    private int reads;
    private int writes;

    private final BufferCountLog counted = new BufferCountLog() {
        @Override
        public Optional<BufferCountHistory> bufferCounts() {
            reads++;
            return table.bufferCounts();
        }

        @Override
        public boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
            writes++;
            return table.moveBufferCounts(expected, next);
        }
    };

    private DecidedBufferCount environment() {
        return new DecidedBufferCount("quakes", counted, archive);
    }

    private BufferNumbers keeper(int buffers) {
        return new BufferNumbers(
                new BufferNumberSettings("quakes", Optional.of(buffers), Duration.ofMinutes(1), Duration.ofHours(26)),
                table,
                archive, () -> now);
    }

    private void pass(long millis) {
        now = now.plusMillis(millis);
    }

    @Test
    void whatArrivesBeforeBuffersBeginIsOfTheFirst() {
        DecidedBufferCount buffers = environment();
        assertEquals(1, buffers.at(BEGIN));
        assertEquals(1, buffers.at(BEGIN + 29 * MINUTE));
        assertEquals(1, reads);
        assertEquals(List.of(BufferNumber.FIRST), keeper(1).follow());
        assertEquals(0, writes);
    }

    @Test
    void buffersBeginThreeHoursAfterTheyAreAskedFor() {
        keeper(4).follow();
        DecidedBufferCount buffers = environment();
        assertEquals(1, buffers.at(BEGIN + 3 * HOUR - 1));
        assertEquals(0, staging.contents().size(), "nothing is kept before anybody goes by it");
        assertEquals(4, buffers.at(BEGIN + 3 * HOUR));
        assertEquals("0:1," + (BEGIN + 3 * HOUR) + ":4",
                new String(staging.contents().get("lanes/quakes/0002"), java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void aReadAndAWriteAreForTenMinutesOfArrivals() {
        keeper(4).begin();
        DecidedBufferCount buffers = environment();
        for (long arrival = BEGIN; arrival < BEGIN + 10 * MINUTE; arrival += 1_000) {
            assertEquals(4, buffers.at(arrival));
        }
        assertEquals(1, reads);
        assertEquals(1, writes);
        assertEquals(4, environment().at(BEGIN + 9 * MINUTE));
        assertEquals(2, reads);
        assertEquals(1, writes);
    }

    @Test
    void anEnvironmentThatWasFrozenDecidesAsTheOthersDo() {
        keeper(4).begin();
        DecidedBufferCount frozen = environment();
        frozen.at(BEGIN);
        keeper(2).follow();
        DecidedBufferCount other = environment();
        long change = BEGIN + 10 * MINUTE;
        assertEquals(4, other.at(change - 1));
        assertEquals(2, other.at(change));
        pass(24 * HOUR);
        assertEquals(4, frozen.at(change - 1));
        assertEquals(2, frozen.at(change));
    }

    @Test
    void whicheverEnvironmentTriesAgainFindsTheSame() {
        keeper(3).begin();
        java.util.Map<Long, Integer> first = new java.util.HashMap<>();
        for (int minute = 0; minute < 120; minute++) {
            keeper(1 + minute / 7 % 5).follow();
            long arrival = now.toEpochMilli() - minute % 13 * MINUTE;
            Integer before = first.putIfAbsent(arrival, environment().at(arrival));
            assertEquals(before == null ? first.get(arrival) : before, environment().at(arrival));
            pass(MINUTE);
        }
        first.forEach((arrival, buffers) -> assertEquals(buffers, environment().at(arrival)));
        assertEquals(true, first.values().stream().distinct().count() > 3);
    }

    @Test
    void aStreamWhoseTableIsLostHasNoFirstBufferAlone() {
        keeper(4).begin();
        DecidedBufferCount knew = environment();
        knew.at(BEGIN);
        table.lose();
        table.replace();
        assertThrows(TableLostException.class, () -> environment().at(BEGIN));
        assertThrows(TableLostException.class, () -> knew.at(BEGIN + HOUR));
        assertThrows(TableLostException.class, () -> keeper(4).follow());
        assertEquals(4, knew.at(BEGIN + 1), "what is decided stays decided");

        pass(20 * MINUTE);
        assertEquals(4, keeper(2).archived().size());
        keeper(2).recover();
        assertEquals(4, environment().at(BEGIN));
        assertEquals(4, environment().at(now.toEpochMilli() + 3 * HOUR - 1));
        keeper(2).follow();
        assertEquals(2, environment().at(now.toEpochMilli() + 3 * HOUR));
    }

    @Test
    void aChangeThatNobodyWentByMayBeGoneWithTheTable() {
        keeper(4).begin();
        environment().at(BEGIN);
        keeper(2).follow();
        table.lose();
        table.replace();
        keeper(2).recover();
        assertEquals(4, environment().at(now.toEpochMilli()));
    }

    @Test
    void aChangeThatWasKeptAndNotGoneByIsTakenUp() {
        keeper(4).begin();
        environment().at(BEGIN);
        keeper(2).follow();
        DecidedBufferCount killed = new DecidedBufferCount("quakes", new BufferCountLog() {
            @Override
            public Optional<BufferCountHistory> bufferCounts() {
                return table.bufferCounts();
            }

            @Override
            public boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "killed");
            }
        }, archive);
        assertThrows(StoreException.class, () -> killed.at(BEGIN + HOUR));
        table.lose();
        table.replace();
        keeper(2).recover();
        assertEquals(4, environment().at(BEGIN + 10 * MINUTE - 1));
        assertEquals(2, environment().at(BEGIN + 10 * MINUTE));
    }

    @Test
    void anAnswerThatIsLostIsSettledByTheNextLook() {
        keeper(4).begin();
        int[] lost = {1};
        DecidedBufferCount buffers = new DecidedBufferCount("quakes", new BufferCountLog() {
            @Override
            public Optional<BufferCountHistory> bufferCounts() {
                return table.bufferCounts();
            }

            @Override
            public boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
                boolean moved = table.moveBufferCounts(expected, next);
                if (lost[0]-- > 0) {
                    throw new StoreException(StoreException.Kind.UNKNOWN, "no answer");
                }
                return moved;
            }
        }, archive);
        assertEquals(4, buffers.at(BEGIN));
    }

    @Test
    void anotherStreamsOrAnEarlierLifesBuffersAreNotTakenForTheTables() {
        keeper(4).begin();
        environment().at(BEGIN);
        table.lose();
        table.replace();
        table.moveBufferCounts(Optional.empty(), BufferCountHistory.ofNewStream(7));
        assertThrows(TableLostException.class, () -> environment().at(BEGIN));
        keeper(7).recover();
        assertEquals(4, environment().at(BEGIN));
    }

    @Test
    void aConfigurationThatDoesNotNameTheBuffersIsRefused() {
        keeper(4).begin();
        BufferNumbers unnamed = new BufferNumbers(
                new BufferNumberSettings("quakes", Optional.empty(), Duration.ofMinutes(1), Duration.ofHours(26)),
                table,
                archive,
                () -> now);
        assertThrows(IllegalArgumentException.class, unnamed::buffers);
        environment().at(BEGIN);
        table.lose();
        table.replace();
        assertThrows(IllegalArgumentException.class, unnamed::archived);
    }

    @Test
    void aBufferThatIsNoMoreIsFlushedForTheRetryWindowAndThenOnceAnHour() {
        keeper(3).begin();
        environment().at(BEGIN);
        keeper(1).follow();
        environment().at(BEGIN + 10 * MINUTE);
        pass(28 * HOUR + 10 * MINUTE - 1);
        assertEquals(3, keeper(1).followDue().size());
        int flushed = 0;
        for (int minute = 0; minute < 180; minute++) {
            pass(MINUTE);
            flushed += keeper(1).followDue().size() - 1;
        }
        assertEquals(2 * 3, flushed);
        assertEquals(3, keeper(1).buffers().size(), "its manifests stay, and are looked at");
    }

    @Test
    void twoDeploymentsThatWantDifferentNumbersChangeThemSeldom() {
        keeper(4).begin();
        for (int minute = 0; minute < 60; minute++) {
            environment().at(now.toEpochMilli());
            keeper(4).follow();
            keeper(8).follow();
            pass(MINUTE);
        }
        int changes = table.bufferCounts().orElseThrow().changes().size();
        assertEquals(true, changes <= 7, () -> changes + " changes in an hour");
    }
}
