package io.sluice.local.smoke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PaceTest {
    private static final Duration NONE = Duration.ofNanos(1);

    private final Interruption interruption = new Interruption();
    private final AtomicInteger count = new AtomicInteger();

    @Test
    void whatDoesNotComeIsLookedAtOnceMoreAfterTheLastWait() {
        assertFalse(new Pace.Waiting(interruption).comes(NONE.multipliedBy(3), NONE, () -> {
            count.incrementAndGet();
            return false;
        }));
        assertEquals(4, count.get());
    }

    @Test
    void awaitedStacksAreGivenUpWhenTheUserEndsTheRun() {
        interruption.stop();

        assertThrows(StoppedException.class,
                () -> new Pace.Waiting(interruption).comes(Duration.ofHours(1), Duration.ofHours(1), () -> false));
    }

    @Test
    void onlyAnEmulatorIsFlushedByHand() {
        new Pace.Waiting(interruption).flushing(Duration.ZERO, count::incrementAndGet);
        assertEquals(0, count.get());
        new Pace.AtOnce(interruption).flushing(Duration.ofHours(1), count::incrementAndGet);
        assertEquals(1, count.get());
    }

    @Test
    void whatTakesDownIsNotInterrupted() {
        interruption.shield();
        interruption.stop();

        interruption.check();
    }
}
