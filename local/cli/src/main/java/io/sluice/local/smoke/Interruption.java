package io.sluice.local.smoke;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The wish of the user that a run ends, as by ^C. The run notices it between two requests and while it waits, and goes
/// on to take down what it made; the process ends after that. Safe for several threads.
public final class Interruption implements AutoCloseable {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean shielded;
    private Optional<Thread> hook = Optional.empty();

    /// One that the process's own end is, from now on until this is closed.
    ///
    /// @param noticed run when it comes
    public static Interruption ofProcess(Runnable noticed) {
        var interruption = new Interruption();
        var hook = new Thread(() -> {
            noticed.run();
            interruption.stop();
            interruption.awaitEnd();
        }, "smoke-interruption");
        interruption.hook = Optional.of(hook);
        Runtime.getRuntime().addShutdownHook(hook);
        return interruption;
    }

    /// Has the run end.
    void stop() {
        stopped.countDown();
    }

    /// @throws StoppedException when the user ended the run
    void check() {
        pause(Duration.ZERO);
    }

    /// Waits for `time`, or until the user ends the run.
    ///
    /// @throws StoppedException in the latter case
    void pause(Duration time) {
        try {
            if (shielded) {
                Thread.sleep(time);
            } else if (stopped.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoppedException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException();
        }
    }

    /// What follows is not interrupted any more: it takes down.
    public void shield() {
        shielded = true;
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lets the process end.
    @Override
    public void close() {
        ended.countDown();
        try {
            hook.ifPresent(Runtime.getRuntime()::removeShutdownHook);
        } catch (IllegalStateException e) {
            // The process is ending, and waits for this.
        }
    }
}
