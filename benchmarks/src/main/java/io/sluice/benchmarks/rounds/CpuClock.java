package io.sluice.benchmarks.rounds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// The processor time of work in one thread: the calling thread's, and that of the thread in which the serial collector
/// cleans up after it. Other work on the machine, and the JIT compiler, are not in it.
///
/// The collector's is known on Linux only; elsewhere it is left out, for all contestants alike.
public final class CpuClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String COLLECTOR = "VM Thread";
    private static final Optional<Path> COLLECTOR_TIMES = collectorTimes();

    private CpuClock() {}

    /// Nanoseconds from a point that never moves.
    public static long nanos() {
        return THREADS.getCurrentThreadCpuTime() + collectorNanos();
    }

    /// The collector's part alone.
    public static long collectorNanos() {
        return COLLECTOR_TIMES.map(CpuClock::runTime).orElse(0L);
    }

    private static Optional<Path> collectorTimes() {
        if (!Files.isDirectory(TASKS)) {
            return Optional.empty();
        }
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.filter(task -> name(task).equals(COLLECTOR))
                    .map(task -> task.resolve("schedstat")).filter(Files::isReadable).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (IOException ended) {
            return "";
        }
    }

    /// The first number of `schedstat`: nanoseconds on a processor.
    private static long runTime(Path schedstat) {
        String numbers = read(schedstat);
        return Long.parseLong(numbers.substring(0, numbers.indexOf(' ')));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
