package io.sluice.aws;

import io.sluice.objects.StoreException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/// The pauses before further attempts at a request: each twice as long as the one before it, and a part of it that
/// differs from one caller to the next. Safe for concurrent use.
public final class Pauses {
    private final Duration first;
    private final Consumer<Duration> wait;

    /// @param first the longest that the first may be
    /// @param wait  waits so long
    public Pauses(Duration first, Consumer<Duration> wait) {
        this.first = first;
        this.wait = wait;
    }

    /// Waits before an attempt, the first of which is 0 and waits for nothing.
    ///
    /// @throws StoreException of kind `UNKNOWN` when the thread is interrupted
    public void before(int attempt) {
        if (attempt > 0) {
            long millis = first.toMillis() << (attempt - 1);
            wait.accept(Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2)));
        }
    }

    /// Has the thread sleep.
    ///
    /// @throws StoreException of kind `UNKNOWN` when it is interrupted
    public static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(StoreException.Kind.UNKNOWN, "interrupted between two attempts at a request", e);
        }
    }
}
