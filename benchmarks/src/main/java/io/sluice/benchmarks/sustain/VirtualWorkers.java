package io.sluice.benchmarks.sustain;

import io.sluice.work.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// A function's `VirtualThreadWorkers` in virtual time: the same bound on requests under way, shared by all maps, taken
/// before an item begins; what is aside or ahead goes without. To be called in a [VirtualTask].
final class VirtualWorkers implements Workers {
    private final Deque<VirtualTask> waiting = new ArrayDeque<>();
    private int permits;

    /// @param requestsMax requests under way at once
    VirtualWorkers(int requestsMax) {
        this.permits = requestsMax;
    }

    @Override
    public <T, R> List<R> map(List<T> items, Function<T, R> work) {
        List<Job<R>> jobs = new ArrayList<>(items.size());
        for (T item : items) {
            acquire();
            jobs.add(begin(() -> work.apply(item), this::release));
        }
        return results(jobs);
    }

    private static <R> List<R> results(List<Job<R>> jobs) {
        jobs.forEach(Job::await);
        return jobs.stream().map(Job::get).toList();
    }

    @Override
    public <R> R beside(Supplier<R> aside, Runnable work) {
        Job<R> given = begin(aside, () -> {});
        Job<Boolean> done = begin(() -> {
            work.run();
            return true;
        }, () -> {});
        given.await();
        done.await();
        try {
            done.get();
        } catch (RuntimeException | Error e) {
            given.failure.ifPresent(e::addSuppressed);
            throw e;
        }
        return given.get();
    }

    @Override
    public <R> Supplier<R> ahead(Supplier<R> work) {
        Job<R> job = begin(work, () -> {});
        return () -> {
            job.await();
            return job.get();
        };
    }

    private static <R> Job<R> begin(Supplier<R> work, Runnable atEnd) {
        Job<R> job = new Job<>(work);
        VirtualTask.required().machine().start(job::run, () -> {
            atEnd.run();
            job.ended();
        });
        return job;
    }

    private void acquire() {
        while (permits == 0) {
            VirtualTask me = VirtualTask.required();
            waiting.add(me);
            me.pause(() -> {});
        }
        permits--;
    }

    private void release() {
        permits++;
        if (!waiting.isEmpty()) {
            VirtualTask next = waiting.remove();
            next.machine().ready(next);
        }
    }

    /// Something under way, and who waits for it.
    private static final class Job<R> {
        private final Supplier<R> work;
        private Optional<VirtualTask> waiter = Optional.empty();
        private Optional<Throwable> failure = Optional.empty();
        private Optional<R> result = Optional.empty();
        private boolean ended;

        Job(Supplier<R> work) {
            this.work = work;
        }

        void run() {
            try {
                result = Optional.of(work.get());
            } catch (RuntimeException | Error e) {
                failure = Optional.of(e);
            }
        }

        void ended() {
            ended = true;
            waiter.ifPresent(task -> task.machine().ready(task));
        }

        void await() {
            if (!ended) {
                VirtualTask me = VirtualTask.required();
                waiter = Optional.of(me);
                me.pause(() -> {});
            }
        }

        R get() {
            if (failure.isPresent()) {
                switch (failure.get()) {
                    case RuntimeException runtime -> throw runtime;
                    case Error error -> throw error;
                    case Throwable other -> throw new IllegalStateException(other);
                }
            }
            return result.orElseThrow();
        }
    }
}
