package io.sluice.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/// The machine that results were measured on.
///
/// @param lines the machine, the JDK, the commit and the day
public record MeasuredMachine(List<String> lines) {
    public MeasuredMachine {
        lines = List.copyOf(lines);
    }

    /// This one.
    ///
    /// @param commit what the launcher found; empty when it found none
    public static MeasuredMachine here(String commit) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new MeasuredMachine(List.of(
                String.format(Locale.ROOT, "machine: %s, %d cores, %.0f GiB, %s %s", processor(),
                        system.getAvailableProcessors(), system.getTotalMemorySize() / (double) (1 << 30),
                        system.getName(), system.getArch()),
                String.format(Locale.ROOT, "load of the machine when the run ended: %.1f",
                        system.getSystemLoadAverage()),
                "JDK: " + Runtime.version() + ", " + System.getProperty("java.vm.name") + ", "
                        + ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                                .filter(argument -> argument.startsWith("-X")).toList(),
                "commit: " + (commit.isEmpty() ? "unknown" : commit),
                "date: " + LocalDate.now(ZoneOffset.UTC)));
    }

    private static String processor() {
        Path file = Path.of("/proc/cpuinfo");
        try {
            return Files.isReadable(file)
                    ? Files.readAllLines(file).stream().filter(line -> line.startsWith("model name")).findFirst()
                            .map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse("unknown processor")
                    : "unknown processor";
        } catch (IOException e) {
            return "unknown processor (" + e.getMessage() + ")";
        }
    }
}
