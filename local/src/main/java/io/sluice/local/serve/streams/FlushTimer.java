package io.sluice.local.serve.streams;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// Runs every stream's flusher every five seconds of the server's time, two streams at once.
public final class FlushTimer implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration LEAST = Duration.ofMillis(200);
    private static final int AT_ONCE = 2;

    private final Streams streams;
    private final Duration every;
    private final ScheduledExecutorService timer = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("flush-timer").daemon().factory());
    private final ExecutorService runs = Executors.newFixedThreadPool(AT_ONCE,
            Thread.ofPlatform().name("flush-", 0).daemon().factory());

    public FlushTimer(Streams streams, ServeClock clock) {
        this.streams = streams;
        Duration real = clock.real(EVERY);
        this.every = real.compareTo(LEAST) < 0 ? LEAST : real;
    }

    public void start() {
        timer.execute(this::round);
    }

    /// One run of each stream, then the pause: rounds never pile up.
    private void round() {
        try {
            runs.invokeAll(streams.all().stream().map(stream -> Executors.callable(stream::tick)).toList());
            ScheduledFuture<?> unused = timer.schedule(this::round, every.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        runs.shutdown();
    }
}
