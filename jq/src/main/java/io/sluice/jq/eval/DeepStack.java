package io.sluice.jq.eval;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Runs a recursion on a thread of its own with a larger stack; the caller waits, so nothing runs at the same time.
final class DeepStack {
    private DeepStack() {}

    /// The result of the recursion, written by one thread and read by the other after the join.
    private static final class Outcome<T> {
        private @Nullable T value;
        private @Nullable Throwable failure;
    }

    static <T> @Nullable T call(Callable<@Nullable T> recursion, long stackBytes) {
        Outcome<T> outcome = new Outcome<>();
        Thread thread = new Thread(null, () -> fill(outcome, recursion), "jq-recursion", stackBytes);
        thread.setDaemon(true);
        thread.start();
        join(thread);
        switch (outcome.failure) {
            case null -> {
                return outcome.value;
            }
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("PMD.AvoidCatchingThrowable") // handed to the waiting thread, which throws it again
    private static <T> void fill(Outcome<T> outcome, Callable<@Nullable T> recursion) {
        try {
            outcome.value = recursion.call();
        } catch (Throwable e) {
            outcome.failure = e;
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
