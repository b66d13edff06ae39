package io.sluice.benchmarks.scale;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.benchmarks.WrongOutputException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/// The process of a job: does it, prints its result as one line of JSON.
final class JobMain {
    /// The exit status that says that records are lost, doubled or in the wrong place.
    static final int WRONG_OUTPUT = 3;

    private JobMain() {}

    public static void main(String[] arguments) throws IOException {
        List<String> all = List.of(arguments);
        try (var run = new JobRun(Job.parse(all.subList(1, all.size())), Path.of(all.getFirst()))) {
            System.out.println(run.run().json());
        } catch (WrongOutputException e) {
            System.out.println(e.getMessage());
            System.exit(WRONG_OUTPUT);
        }
    }

    /// Processor time of this process, in nanoseconds.
    static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
