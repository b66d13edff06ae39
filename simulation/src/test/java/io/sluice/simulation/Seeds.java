package io.sluice.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/// Runs worlds by their seeds.
final class Seeds {
    private static final int TRACE_LINES_MAX = 400;
    private static final long PROGRESS_EVERY = 50_000;

    private Seeds() {}

    /// The first world among `count` seeds in which something is violated, made as small as it gets; empty when there
    /// is none.
    static Optional<Finding> search(long firstSeed, long count, Knobs knobs, Mistake mistake) {
        Optional<Finding> found = first(firstSeed, count, knobs, mistake);
        return onVirtualThread(() -> found.map(finding -> new Shrinker(mistake).shrink(finding)));
    }

    /// The first world among `count` seeds in which something is violated; empty when there is none.
    static Optional<Finding> first(long firstSeed, long count, Knobs knobs, Mistake mistake) {
        return onVirtualThread(() -> {
            long start = System.nanoTime();
            long steps = 0;
            for (long seed = firstSeed; seed < firstSeed + count; seed++) {
                Trace trace = Trace.none();
                if (violation(seed, knobs, mistake, trace).isPresent()) {
                    return Optional.of(finding(seed, knobs, mistake));
                }
                steps += trace.steps();
                if ((seed - firstSeed + 1) % PROGRESS_EVERY == 0) {
                    System.out.printf("seeds %d to %d: no violation in %d requests, %s%n", firstSeed, seed, steps,
                            Duration.ofNanos(System.nanoTime() - start));
                }
            }
            return Optional.empty();
        });
    }

    /// What happens in a world, the last lines of it.
    static List<String> trace(long seed, Knobs knobs) {
        return onVirtualThread(() -> {
            Trace trace = Trace.keeping(TRACE_LINES_MAX);
            violation(seed, knobs, Mistake.NONE, trace);
            return trace.lines();
        });
    }

    /// Runs a world that is known to fail again, and listens this time.
    static Finding finding(long seed, Knobs knobs, Mistake mistake) {
        Trace trace = Trace.keeping(TRACE_LINES_MAX);
        Violation violation = violation(seed, knobs, mistake, trace).orElseThrow(
                () -> new IllegalStateException(
                        "seed " + seed + " failed once and not again: it is not deterministic"));
        return new Finding(seed, knobs, violation, new ArrayList<>(trace.lines()));
    }

    static Optional<Violation> violation(long seed, Knobs knobs, Mistake mistake, Trace trace) {
        return violation(seed, knobs, mistake, trace, new Reached());
    }

    /// The same, and which rare states the world reached.
    static Optional<Violation> violation(long seed, Knobs knobs, Mistake mistake, Trace trace, Reached reached) {
        return violation(seed, knobs, mistake, trace, reached, Versions.own());
    }

    /// The same with versions of the functions.
    static Optional<Violation> violation(long seed, Knobs knobs, Mistake mistake, Trace trace, Reached reached,
            Versions versions) {
        try {
            Simulation.run(new SeededChoices(seed), knobs, mistake, trace, reached, versions);
            return Optional.empty();
        } catch (Violation violation) {
            return Optional.of(violation);
        }
    }

    /// The director on a virtual thread hands its turn to actors without a detour through the operating system.
    static <T> T onVirtualThread(Callable<T> work) {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            return executor.submit(work).get();
        } catch (ExecutionException e) {
            throw new AssertionError("the simulation itself failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
