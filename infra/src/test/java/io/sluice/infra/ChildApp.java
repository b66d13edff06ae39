package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An app in a process of its own, as the CDK command line starts one.
final class ChildApp {
    private ChildApp() {}

    /// Runs `main` of these tests, and returns what it says.
    static String run(Path folder, Class<?> main, String... arguments) throws Exception {
        return run(folder, System.getProperty("java.class.path"), Map.of(), 0, main.getName(), arguments);
    }

    /// Runs `main` of `classPath`, which ends with `status`, and returns what it says.
    static String run(Path folder, String classPath, Map<String, String> environment, int status, String main,
            String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-Xmx512m", "-cp", classPath, main));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        process.environment().putAll(environment);
        Process run = process.start();
        String said = new String(run.getInputStream().readAllBytes(), UTF_8);
        assertEquals(status, run.waitFor(), said);
        return said;
    }
}
