package io.sluice.benchmarks.transform;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.benchmarks.rounds.Contestant;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A handler in Python like the one that Amazon's guide shows, in an interpreter that stays up and times itself, so
/// that neither its start nor a pipe is in its figures.
final class PythonSample implements Contestant, AutoCloseable {
    private static final String INTERPRETER = "python3";

    private final Path folder;
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader results;

    private PythonSample(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
        this.commands = process.outputWriter(UTF_8);
        this.results = process.inputReader(UTF_8);
    }

    /// Whether there is an interpreter to run.
    static boolean isInstalled() throws InterruptedException {
        try {
            Process version = new ProcessBuilder(INTERPRETER, "--version").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return version.waitFor(30, TimeUnit.SECONDS) && version.exitValue() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    /// Starts the interpreter on one event.
    ///
    /// @param folder takes the scripts and the event's file
    static PythonSample start(Path folder, byte[] event) throws IOException {
        for (String script : new String[]{"sample_handler.py", "timed_handler.py"}) {
            try (InputStream in = PythonSample.class.getResourceAsStream("/python/" + script)) {
                Files.write(folder.resolve(script), Objects.requireNonNull(in).readAllBytes());
            }
        }
        Files.write(folder.resolve("event.json"), event);
        ProcessBuilder builder = new ProcessBuilder(INTERPRETER, "timed_handler.py", "event.json", "response.json")
                .directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("TZ", "UTC");
        return new PythonSample(folder, builder.start());
    }

    /// Its response to the event.
    byte[] response() throws IOException {
        ask("answer");
        return Files.readAllBytes(folder.resolve("response.json"));
    }

    @Override
    public String name() {
        return "Python sample";
    }

    @Override
    public long run(int times) throws IOException {
        return Long.parseLong(ask(Integer.toString(times)));
    }

    private String ask(String command) throws IOException {
        commands.write(command);
        commands.newLine();
        commands.flush();
        String result = results.readLine();
        if (result == null) {
            throw new IOException("The Python sample ended; its own message is above");
        }
        return result;
    }

    @Override
    public void close() throws IOException {
        commands.close();
        process.destroy();
    }
}
