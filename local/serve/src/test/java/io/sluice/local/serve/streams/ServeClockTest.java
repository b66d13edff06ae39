package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ServeClockTest {
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final Instant TOO_LATE = NOON.plus(Duration.ofHours(8));

    private final AtomicReference<Instant> machine = new AtomicReference<>(TOO_LATE);

    /// As by NTP, of a machine whose clock had the local time for UTC as the server started with it.
    @Test
    void theRealTimeIsFollowedWhereItIsSetBack() {
        ServeClock clock = ServeClock.real(machine::get);
        machine.set(NOON);
        assertEquals(NOON, clock.instant());
    }

    @Test
    void aFastClockNeverGoesBack() {
        ServeClock clock = ServeClock.real(machine::get).at(60);
        machine.set(NOON);
        assertEquals(TOO_LATE, clock.instant());
        machine.set(TOO_LATE.plusSeconds(1));
        assertEquals(TOO_LATE.plusSeconds(60), clock.instant());
        assertEquals(TOO_LATE.plusSeconds(60), clock.at(1).instant());
    }
}
