package io.sluice.benchmarks.coldstart;

import io.sluice.benchmarks.WrongOutputException;
import io.sluice.testkit.runtime.ExecutionEnvironment;
import io.sluice.testkit.runtime.ExecutionEnvironment.Initialization;
import io.sluice.testkit.runtime.InvocationOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/// Ways to start a function, from nothing to its first answer.
enum Start {
    /// As the managed runtime does without SnapStart: the first tier of the JIT compiler alone. From the process's
    /// start.
    PLAIN("plain"),
    /// The same with an ahead-of-time cache of classes and profiles, recorded by an earlier process. From the process's
    /// start.
    AOT_CACHE("with an AOT cache"),
    /// Initialised and primed before, with all tiers; from the moment that the runtime is told that it was restored.
    /// Without the time that Lambda takes to bring the snapshot back.
    SNAPSTART("primed, from restore");

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration STOP = Duration.ofSeconds(60);

    private final String title;

    Start(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /// Starts the function once and gives how long its first answer took, in nanoseconds.
    long measure(Function function, byte[] event, String answer) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (ExecutionEnvironment environment = switch (this) {
            case PLAIN -> function.start(Initialization.ON_DEMAND);
            case AOT_CACHE -> function.start(Initialization.ON_DEMAND, "-XX:AOTCache=" + function.cache());
            case SNAPSTART -> function.start(Initialization.SNAP_START, "-XX:TieredStopAtLevel=4");
        }) {
            if (this == SNAPSTART) {
                awaitSnapshot(environment);
                start = System.nanoTime();
                environment.restore();
            }
            InvocationOutcome outcome = environment.invoke(event, PATIENCE);
            long nanos = System.nanoTime() - start;
            requireAnswer(answer, outcome, function);
            return nanos;
        }
    }

    private static void awaitSnapshot(ExecutionEnvironment environment) throws IOException, InterruptedException {
        try {
            environment.awaitSnapshot(PATIENCE);
        } catch (TimeoutException e) {
            throw new IOException("the runtime did not ask for its restore", e);
        }
    }

    /// Has a process record what the cache is made of, and waits until it is written, which the process does when it
    /// ends.
    static void record(Function function, byte[] event, String answer) throws IOException, InterruptedException {
        try (ExecutionEnvironment environment = function.start(Initialization.ON_DEMAND,
                "-XX:AOTCacheOutput=" + function.cache())) {
            requireAnswer(answer, environment.invoke(event, PATIENCE), function);
            if (!environment.stop(STOP) || !Files.exists(function.cache())) {
                throw new IOException("the JVM wrote no AOT cache\n" + Files.readString(function.log()));
            }
        }
    }

    private static void requireAnswer(String expected, InvocationOutcome outcome, Function function)
            throws IOException {
        if (!(outcome instanceof InvocationOutcome.Answered answered)) {
            throw new IOException("no answer of the function: " + outcome + "\n" + Files.readString(function.log()));
        }
        if (!answered.json().contains(expected)) {
            throw new WrongOutputException("coldstart: the first answer is " + answered.json());
        }
    }
}
