package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class FlushTimerTest {
    /// As an `OutOfMemoryError` may come anywhere, in the message about one as well.
    @Test
    void whateverEndsARoundAndItsMessageTheNextOneComes() throws InterruptedException {
        var rounds = new AtomicInteger();
        var told = new AtomicInteger();
        var ticks = new CountDownLatch(3);
        try (var timer = new FlushTimer(() -> {
            if (rounds.incrementAndGet() == 1) {
                throw new OutOfMemoryError("no room");
            }
            return List.of(() -> {
                ticks.countDown();
                throw new OutOfMemoryError("no room");
            });
        }, Duration.ofMillis(1), _ -> {
            told.incrementAndGet();
            throw new OutOfMemoryError("no room for a message");
        })) {
            timer.start();
            ticks.await();
        }
        assertEquals(1, told.get());
    }
}
