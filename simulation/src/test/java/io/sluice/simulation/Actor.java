package io.sluice.simulation;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One invocation of a function. It runs on a thread of its own, but only while the director waits for it: it stops
/// before each request and goes on when it is told to.
public final class Actor {
    private final String name;
    private final long startedAt;
    private final Thread director = Thread.currentThread();
    private final Thread thread;
    private volatile boolean turn;
    private volatile boolean ended;
    private boolean started;
    private boolean doomed;
    private long wakesAt;
    private @Nullable Throwable failure;

    /// Made by the director, on the director's thread; does nothing until its first [#proceed].
    public Actor(String name, long now, Runnable work) {
        this.name = name;
        this.startedAt = now;
        this.thread = Thread.ofVirtual().unstarted(() -> act(work));
    }

    private void act(Runnable work) {
        try {
            work.run();
        } catch (Crash _) {
            // Nothing is left of it.
        } catch (Throwable e) {
            failure = e;
        } finally {
            ended = true;
            turn = false;
            LockSupport.unpark(director);
        }
    }

    /// Lets the actor run up to its next request, or to its end. Called by the director.
    public void proceed() {
        turn = true;
        if (started) {
            LockSupport.unpark(thread);
        } else {
            started = true;
            thread.start();
        }
        while (turn) {
            LockSupport.park(this);
        }
    }

    /// Waits for the next turn. Called by the actor itself before each request.
    ///
    /// @throws Crash when its time is over
    public void pause() {
        if (!doomed) {
            turn = false;
            LockSupport.unpark(director);
            while (!turn) {
                LockSupport.park(this);
            }
        }
        if (doomed) {
            throw new Crash();
        }
    }

    /// Kills the actor: it makes no further request.
    public void kill() {
        doomed = true;
        if (!started) {
            ended = true;
        } else if (!ended) {
            proceed();
        }
    }

    public void stallUntil(long time) {
        wakesAt = time;
    }

    public boolean isRunnable(long now) {
        return !ended && wakesAt <= now;
    }

    /// Whether it came to its first request.
    boolean hasBegun() {
        return started;
    }

    public boolean hasEnded() {
        return ended;
    }

    public long startedAt() {
        return startedAt;
    }

    /// What it ended with; null when it returned or crashed.
    @Nullable
    public Throwable failure() {
        return failure;
    }

    @Override
    public String toString() {
        return name;
    }
}
