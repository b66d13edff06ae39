package io.sluice.local.serve.streams;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The functions that a stream has at present: none before it is ready, and none after its end. They are replaced and
/// closed when no call is under way. Thread-safe.
final class RunningFunctions implements AutoCloseable {
    private static final Duration QUIET_WAIT_MAX = Duration.ofSeconds(60);

    private final String stream;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile @Nullable StreamFunctions now;

    /// @param stream for messages
    RunningFunctions(String stream) {
        this.stream = stream;
    }

    /// Something that calls functions.
    @FunctionalInterface
    interface Call<T> {
        T with(StreamFunctions functions) throws IOException;
    }

    /// Something that is done while they rest.
    @FunctionalInterface
    interface Quiet {
        void run() throws IOException, InterruptedException;
    }

    /// The first ones.
    void begin(StreamFunctions first) {
        now = first;
    }

    /// All that works with them is there too.
    void ready() {
        ready.countDown();
    }

    /// @return whether [#ready] was told within `patience`
    boolean awaitReady(Duration patience) throws InterruptedException {
        return ready.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Tests whether there are any.
    boolean areThere() {
        return now != null;
    }

    /// @throws IOException when there are none, or the call fails
    <T> T call(Call<T> call) throws IOException {
        lock.readLock().lock();
        try {
            StreamFunctions functions = now;
            if (functions == null) {
                throw new IOException("the stream " + stream + " is not ready yet");
            }
            return call.with(functions);
        } finally {
            lock.readLock().unlock();
        }
    }

    /// Does something while no call is under way and none begins.
    ///
    /// @throws IOException when a call takes too long
    void quietly(Quiet what) throws IOException, InterruptedException {
        if (!lock.writeLock().tryLock(QUIET_WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IOException("the functions of " + stream + " are still at work; try again");
        }
        try {
            what.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// Takes others, when no call is under way; without effect while there are none. The others are made before
    /// anything ends: where they can't be made, those that are there go on.
    void replace(Supplier<StreamFunctions> others) {
        if (!areThere()) {
            return;
        }
        StreamFunctions next = others.get();
        abortCalls();
        lock.writeLock().lock();
        try {
            StreamFunctions before = now;
            if (before == null) {
                next.close();
            } else {
                now = next;
                before.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// A call of the stream's own function may take minutes, and nobody waits for it.
    void abortCalls() {
        StreamFunctions functions = now;
        if (functions != null) {
            functions.abortCalls();
        }
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            StreamFunctions functions = now;
            now = null;
            if (functions != null) {
                functions.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
