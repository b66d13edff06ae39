package io.sluice.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Runs worlds of two versions for `build/simulation/two-versions`, which checks what it is given: `CLASSPATH BESIDE
/// SECONDS FIRST LAST`, or `CLASSPATH BESIDE KIND SEED` for what happens in one.
///
/// Ends with 0, or with 1 when something was violated.
final class TwoVersionsCommand {
    private static final int TRACE_LINES_MAX = 1_000;

    private final TwoVersions versions;
    private final List<WorldKind> kinds = TwoVersions.kinds();
    private final AtomicInteger violations = new AtomicInteger();
    private final AtomicLong next;
    private final long last;
    private final long ends;

    private TwoVersionsCommand(TwoVersions versions, long first, long last, long ends) {
        this.versions = versions;
        this.next = new AtomicLong(first * kinds.size());
        this.last = last;
        this.ends = ends;
    }

    public static void main(String[] args) throws Exception {
        List<String> given = Arrays.asList(args);
        TwoVersions versions = new TwoVersions(given.get(0), Versions.Beside.valueOf(given.get(1)));
        if (given.size() == 4) {
            System.exit(tell(versions, WorldKind.parse(given.get(2)), Long.parseLong(given.get(3))) ? 1 : 0);
        }
        long ends = System.nanoTime() + Math.round(Double.parseDouble(given.get(2)) * 1e9);
        TwoVersionsCommand command = new TwoVersionsCommand(versions, Long.parseLong(given.get(3)),
                Long.parseLong(given.get(4)), ends);
        long seeds = command.run();
        System.out.print(versions.summary());
        System.out.printf("%d violations in %d kinds of worlds, seeds %s to %d%n", command.violations.get(),
                command.kinds.size(), given.get(3), seeds);
        System.exit(command.violations.get() == 0 ? 0 : 1);
    }

    /// Prints the last lines of one world.
    private static boolean tell(TwoVersions versions, WorldKind kind, long seed) {
        return Seeds.onVirtualThread(() -> {
            Trace trace = Trace.keeping(TRACE_LINES_MAX);
            Optional<Violation> violated = versions.run(kind, seed, trace);
            trace.lines().forEach(System.out::println);
            violated.ifPresentOrElse(each -> each.printStackTrace(System.out),
                    () -> System.out.println("nothing is violated"));
            return violated.isPresent();
        });
    }

    /// Until the time is over or the last seed was run.
    ///
    /// @return the last seed that a kind was run of
    private long run() throws Exception {
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                all.add(workers.submit(this::work));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        return Math.min(last, next.get() / kinds.size());
    }

    private void work() {
        while (System.nanoTime() - ends < 0) {
            long world = next.getAndIncrement();
            long seed = world / kinds.size();
            if (seed > last) {
                return;
            }
            WorldKind kind = kinds.get((int) (world % kinds.size()));
            versions.run(kind, seed, Trace.none()).ifPresent(each -> {
                violations.incrementAndGet();
                System.err.println("two-versions: " + kind.text() + " " + seed + ": " + each.getMessage());
            });
        }
    }
}
