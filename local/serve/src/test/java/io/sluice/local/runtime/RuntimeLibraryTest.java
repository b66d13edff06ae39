package io.sluice.local.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.testkit.runtime.ExecutionEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// AWS's runtime interface client copies its shared library to one path of the machine: environments that start side by
/// side, in a build whose modules are tested side by side, ended each other with SIGBUS.
final class RuntimeLibraryTest {
    @Test
    void anEnvironmentMapsALibraryThatNoOtherProcessWrites(@TempDir Path folder) throws Exception {
        try (var function = DeployedJar.unpacked(folder).start(DeployedJar.TRANSFORM, DeployedJar.firehose())) {
            function.invoke("{}".getBytes(UTF_8), DeployedJar.TIMEOUT);

            String mapped = mapped(function);
            assertTrue(mapped.contains("libaws-lambda-jni"), mapped);
            assertFalse(mapped.contains("/tmp/.libaws-lambda-jni.so"), mapped);
        }
    }

    private static String mapped(ExecutionEnvironment function) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(function.pid()), "maps"));
    }
}
