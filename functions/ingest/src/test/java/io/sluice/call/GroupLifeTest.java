package io.sluice.call;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// The time that is left for a group, by two clocks that need not agree.
final class GroupLifeTest {
    private Instant wall = Instant.parse("2026-01-01T12:00:00Z");
    private long nanos = Long.MAX_VALUE - 5;

    @Test
    void itBeginsWhole() {
        assertEquals(GroupLife.MAX, new GroupLife(() -> wall, () -> nanos).remaining());
    }

    @Test
    void aMachineThatWasSuspendedIsToldByItsWallClock() {
        var life = new GroupLife(() -> wall, () -> nanos);
        wall = wall.plus(Duration.ofHours(27));
        assertEquals(GroupLife.MAX.minusHours(27), life.remaining());
    }

    @Test
    void aClockThatIsSetBackHidesNoTime() {
        var life = new GroupLife(() -> wall, () -> nanos);
        wall = wall.minus(Duration.ofHours(1));
        nanos += Duration.ofMinutes(20).toNanos();
        assertEquals(GroupLife.MAX.minusMinutes(20), life.remaining());
    }
}
