package io.sluice.flush;

import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/// Workers on virtual threads, at most so many at once. Safe for concurrent use; the bound is shared.
public final class VirtualThreadWorkers implements Workers {
    private final Semaphore permits;

    /// @param requestsMax requests under way at once, at least 1
    public VirtualThreadWorkers(int requestsMax) {
        permits = new Semaphore(requestsMax);
    }

    @Override
    public <T, R> List<R> map(List<T> items, Function<T, R> work) {
        List<Future<R>> futures = new ArrayList<>(items.size());
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T item : items) {
                permits.acquireUninterruptibly();
                futures.add(executor.submit(() -> {
                    try {
                        return work.apply(item);
                    } finally {
                        permits.release();
                    }
                }));
            }
        }
        List<R> results = new ArrayList<>(items.size());
        for (Future<R> future : futures) {
            results.add(result(future));
        }
        return results;
    }

    @Override
    public <R> R beside(Supplier<R> aside, Runnable work) {
        Future<R> given;
        Future<?> done;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            given = executor.submit(aside::get);
            done = executor.submit(work);
        }
        try {
            result(done);
        } catch (RuntimeException | Error e) {
            if (given.state() == Future.State.FAILED) {
                e.addSuppressed(given.exceptionNow());
            }
            throw e;
        }
        return result(given);
    }

    @Override
    public <R> Supplier<R> ahead(Supplier<R> work) {
        FutureTask<R> task = new FutureTask<>(work::get);
        Thread.startVirtualThread(task);
        return () -> result(task);
    }

    private static <R> R result(Future<R> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException runtime -> throw runtime;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while work was under way", e);
        }
    }
}
