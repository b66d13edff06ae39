package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// The command line as a process of its own, which is killed at a moment by chance unless it is through before.
final class KilledProcess {
    /// A run with a table takes some four seconds on an idle machine.
    private static final int MOMENT_MILLIS_MAX = Integer.getInteger("sluice.kills.millis", 5_000);
    private static final int MOMENT_MILLIS_MIN = 600;
    private static final int DONE = 0;
    private static final int KILLED = 137;

    private KilledProcess() {}

    static void run(List<String> arguments, Random random) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        if (!process.waitFor(MOMENT_MILLIS_MIN + random.nextInt(MOMENT_MILLIS_MAX), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
        process.waitFor();
        assertTrue(process.exitValue() == DONE || process.exitValue() == KILLED, () -> arguments + ": "
                + process.exitValue());
    }
}
