package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The shell of one page, which begins in a folder of its own: `checkout`. What it needs itself is beside that.
final class Shell {
    /// What pages may name and tests do not start: it needs an account or a container, fetches, or is the build that
    /// runs them.
    private static final List<String> REFUSED = List.of("aws", "cdk", "curl", "docker", "git", "mvn", "npm", "npx",
            "sam", "wget");
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private final Path checkout;
    private final Path aside;

    /// What commands printed, and their status.
    record Ended(int status, String out, String err) {}

    private Shell(Path checkout, Path aside) {
        this.checkout = checkout;
        this.aside = aside;
    }

    /// A shell whose folder, under `parent`, is made by this and empty.
    static Shell create(Path parent) throws IOException {
        var shell = new Shell(Files.createDirectories(parent.resolve("checkout")),
                Files.createDirectories(parent.resolve("aside")));
        for (String each : REFUSED) {
            executable(shell.aside.resolve("bin/" + each), "echo '" + each
                    + " is not run by tests: mark the block with <!-- not run: REASON -->' >&2\nexit 97\n");
        }
        return shell;
    }

    Path checkout() {
        return checkout;
    }

    /// Makes `file` a script of bash.
    static void executable(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + script);
        assertTrue(file.toFile().setExecutable(true), file.toString());
    }

    /// Runs `commands`, up to the first that fails, without input.
    Ended run(String commands) throws IOException, InterruptedException {
        Path script = Files.writeString(aside.resolve("commands"), commands + "\n");
        Path out = aside.resolve("out");
        Path err = aside.resolve("err");
        var builder = new ProcessBuilder("bash", "-euo", "pipefail", script.toString()).directory(checkout.toFile())
                .redirectInput(Path.of("/dev/null").toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        Process process = builder.start();
        boolean ended = process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return new Ended(process.exitValue(), Files.readString(out),
                Files.readString(err) + (ended ? "" : "ended by the test after " + LONGEST));
    }

    /// Nothing of this machine's settings but where programs are; the `java` is that of the tests.
    private Map<String, String> environment() {
        String path = String.join(":", aside.resolve("bin").toString(), System.getProperty("java.home") + "/bin",
                System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        return Map.of("PATH", path, "HOME", aside.toString(), "LC_ALL", "C.UTF-8");
    }
}
