package io.sluice.benchmarks.coldstart;

import io.sluice.benchmarks.WrongOutputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Ways to start a function, from nothing to its first answer.
enum Start {
    /// As the managed runtime does without SnapStart: the first tier of the JIT compiler alone. From the process's
    /// start.
    PLAIN("plain"),
    /// The same with an ahead-of-time cache of classes and profiles, recorded by an earlier process. From the process's
    /// start.
    AOT_CACHE("with an AOT cache"),
    /// Initialised and primed before; from the moment that the runtime is told that it was restored. Without the time
    /// that Lambda takes to bring the snapshot back.
    SNAPSTART("primed, from restore");

    private static final List<String> FIRST_TIER = List.of("-XX:TieredStopAtLevel=1");
    /// Has `org.crac` call the runtime's own hooks. The managed runtime sees to that itself.
    private static final List<String> HOOKS = List.of("-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac");
    private static final int STOP_SECONDS = 60;

    private final String title;

    Start(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /// Starts the function once and gives how long its first answer took, in nanoseconds.
    ///
    /// @param folder holds the cache and the log
    long measure(Function function, byte[] event, String answer, Path folder)
            throws IOException, InterruptedException {
        List<String> options = switch (this) {
            case PLAIN -> FIRST_TIER;
            case AOT_CACHE -> List.of(FIRST_TIER.getFirst(), "-XX:AOTCache=" + cache(folder));
            case SNAPSTART -> HOOKS;
        };
        Path log = folder.resolve("function.log");
        try (RuntimeService service = RuntimeService.start(event)) {
            long start = System.nanoTime();
            Process process = function.start(service, options, this == SNAPSTART ? "snap-start" : "on-demand", log);
            try {
                if (this == SNAPSTART) {
                    start = service.restore();
                }
                RuntimeService.Response response = service.response();
                requireAnswer(answer, response.body());
                return response.nanos() - start;
            } catch (IOException e) {
                throw new IOException(e.getMessage() + "\n" + Files.readString(log), e);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /// Has a process record what the cache is made of, and waits until it is written, which the process does when it
    /// ends.
    static void record(Function function, byte[] event, Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("recording.log");
        try (RuntimeService service = RuntimeService.start(event)) {
            Process process = function.start(service,
                    List.of(FIRST_TIER.getFirst(), "-XX:AOTCacheOutput=" + cache(folder)), "on-demand", log);
            service.response();
            process.destroy();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS) || !Files.exists(cache(folder))) {
                process.destroyForcibly();
                throw new IOException("the JVM wrote no AOT cache\n" + Files.readString(log));
            }
        }
    }

    private static Path cache(Path folder) {
        return folder.resolve("function.aot");
    }

    private static void requireAnswer(String expected, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        if (!text.contains(expected)) {
            throw new WrongOutputException("coldstart: the first answer is " + text);
        }
    }
}
