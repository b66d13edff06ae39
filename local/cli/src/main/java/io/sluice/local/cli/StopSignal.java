package io.sluice.local.cli;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C while a command waits for it: the command goes on to clean up, and the process ends when that is done. Not
/// for use by several threads.
final class StopSignal implements AutoCloseable {
    private static final Duration CLEAN_UP_MAX = Duration.ofSeconds(20);
    private static final Duration FOR_EVER = Duration.ofMillis(Long.MAX_VALUE);

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final Duration cleanUpMax;
    private volatile OptionalInt status = OptionalInt.empty();
    private boolean isListening;

    StopSignal() {
        this(CLEAN_UP_MAX);
    }

    /// @param cleanUpMax how long the process waits for the command's end once it is told to end
    StopSignal(Duration cleanUpMax) {
        this.cleanUpMax = cleanUpMax;
    }

    /// From now on the process ends when the command does. Until then it ends as soon as it is told to.
    void listen() {
        if (!isListening) {
            isListening = true;
            Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop-signal"));
        }
    }

    /// Waits until the process is told to end.
    void await() {
        await(FOR_EVER);
    }

    /// Waits for `time`, or until the process is told to end.
    ///
    /// @return true when it is
    boolean await(Duration time) {
        listen();
        try {
            return stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// The process is to end with `exitStatus`; otherwise a signal says how it ended.
    void endWith(int exitStatus) {
        status = OptionalInt.of(exitStatus);
    }

    private void stop() {
        stopped.countDown();
        try {
            if (!cleanedUp.await(cleanUpMax.toMillis(), TimeUnit.MILLISECONDS)) {
                Runtime.getRuntime().halt(ExitStatus.FAILED);
            }
            status.ifPresent(Runtime.getRuntime()::halt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lets the process end.
    @Override
    public void close() {
        cleanedUp.countDown();
    }
}
