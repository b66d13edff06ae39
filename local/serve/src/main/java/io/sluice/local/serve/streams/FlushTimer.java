package io.sluice.local.serve.streams;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Runs every stream's flusher every five seconds of the server's time, two streams at once.
public final class FlushTimer implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration LEAST = Duration.ofMillis(200);
    private static final int AT_ONCE = 2;

    private final Supplier<List<Callable<Object>>> ticks;
    private final Duration every;
    private final Consumer<String> warnings;
    private final ScheduledExecutorService timer = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("flush-timer").daemon().factory());
    private final ExecutorService runs = Executors.newFixedThreadPool(AT_ONCE,
            Thread.ofPlatform().name("flush-", 0).daemon().factory());

    /// @param warnings what somebody should see, in sentences
    public FlushTimer(Streams streams, ServeClock clock, Consumer<String> warnings) {
        this(() -> streams.all().stream().map(stream -> Executors.callable(stream::tick)).toList(), clock.real(EVERY),
                warnings);
    }

    /// @param ticks what each round does
    FlushTimer(Supplier<List<Callable<Object>>> ticks, Duration every, Consumer<String> warnings) {
        this.ticks = ticks;
        this.warnings = warnings;
        this.every = every.compareTo(LEAST) < 0 ? LEAST : every;
    }

    public void start() {
        // One run of each stream, then the pause: rounds never pile up.
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(this::round, 0, every.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void round() {
        try {
            runs.invokeAll(ticks.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            tell(e);
        }
    }

    /// Throws nothing: a timer whose task throws runs it no more.
    private void tell(Throwable failure) {
        try {
            warnings.accept("Streams could not be looked after, which is tried again: " + failure);
        } catch (Error _) {
            // There is no memory, for one; the next round tells it.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        runs.shutdown();
    }
}
