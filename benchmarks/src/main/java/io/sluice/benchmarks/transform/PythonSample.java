package io.sluice.benchmarks.transform;

import io.sluice.benchmarks.python.Interpreter;
import io.sluice.benchmarks.rounds.Contestant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A handler in Python like the one that Amazon's guide shows, in an interpreter that stays up and times itself, so
/// that neither its start nor a pipe is in its figures.
final class PythonSample implements Contestant, AutoCloseable {
    private static final String INTERPRETER = "python3";

    private final Path folder;
    private final Interpreter interpreter;

    private PythonSample(Path folder, Interpreter interpreter) {
        this.folder = folder;
        this.interpreter = interpreter;
    }

    /// Tests whether there is an interpreter to run.
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
            Interpreter.script(script, folder.resolve(script));
        }
        Files.write(folder.resolve("event.json"), event);
        ProcessBuilder builder = new ProcessBuilder(INTERPRETER, "timed_handler.py", "event.json", "response.json")
                .directory(folder.toFile());
        builder.environment().put("TZ", "UTC");
        return new PythonSample(folder, Interpreter.start("The Python sample", builder));
    }

    /// Its response to the event.
    byte[] response() throws IOException {
        interpreter.ask("answer");
        return Files.readAllBytes(folder.resolve("response.json"));
    }

    @Override
    public String name() {
        return "Python sample";
    }

    @Override
    public long run(int times) throws IOException {
        return Long.parseLong(interpreter.ask(Integer.toString(times)));
    }

    @Override
    public void close() throws IOException {
        interpreter.close();
    }
}
