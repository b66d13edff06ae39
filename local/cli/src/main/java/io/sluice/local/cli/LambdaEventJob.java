package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.run.LocalFunctions;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;

/// `sluice run --lambda-event`: one saved event through the transform function, its response on standard output. What
/// it stages is forgotten.
final class LambdaEventJob {
    private final Console console;
    private final ConfigurationFile file;
    private final StreamConfiguration configuration;

    LambdaEventJob(Console console, ConfigurationFile file, StreamConfiguration configuration) {
        this.console = console;
        this.file = file;
        this.configuration = configuration;
    }

    int run(Path event) throws IOException {
        byte[] bytes = read(event);
        Path folder = Files.createTempDirectory("sluice-");
        try (var services = EmbeddedServices.start(folder, folder.resolve("state"), configuration.bucket())) {
            var environment = new HashMap<>(services.environment());
            environment.put("SLUICE_CONFIG", new String(file.json(), StandardCharsets.UTF_8));
            try (var functions = new LocalFunctions(environment, InstantSource.system())) {
                console.out().println(new String(functions.transform(bytes), StandardCharsets.UTF_8));
                console.out().flush();
            } catch (IOException | RuntimeException e) {
                throw new JobFailedException("The transform function failed on " + event + ": " + e.getMessage(), e);
            }
        } finally {
            Folders.delete(folder);
        }
        return ExitStatus.DONE;
    }

    private static byte[] read(Path event) {
        if (Files.notExists(event)) {
            throw new UsageException("The event " + event + " can't be read: there is no such file");
        }
        try {
            return Files.readAllBytes(event);
        } catch (IOException e) {
            throw new UsageException("The event " + event + " can't be read: " + e);
        }
    }
}
