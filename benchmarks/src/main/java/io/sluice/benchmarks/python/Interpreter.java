package io.sluice.benchmarks.python;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// A process that answers each line with a line. Belongs to one thread.
public final class Interpreter implements AutoCloseable {
    private final String name;
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader results;

    private Interpreter(String name, Process process) {
        this.name = name;
        this.process = process;
        this.commands = process.outputWriter(UTF_8);
        this.results = process.inputReader(UTF_8);
    }

    /// @param name    as messages have it
    /// @param command starts it; what it writes to standard error is passed on
    /// @throws IOException when it cannot be started
    public static Interpreter start(String name, ProcessBuilder command) throws IOException {
        return new Interpreter(name, command.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /// Copies a script of the benchmarks' own to a file, which it gives.
    public static Path script(String name, Path copy) throws IOException {
        try (InputStream in = Interpreter.class.getResourceAsStream("/python/" + name)) {
            return Files.write(copy, Objects.requireNonNull(in).readAllBytes());
        }
    }

    /// @throws IOException when it has ended
    public String ask(String command) throws IOException {
        commands.write(command);
        commands.newLine();
        commands.flush();
        String result = results.readLine();
        if (result == null) {
            throw new IOException(name + " ended; its own message is above");
        }
        return result;
    }

    @Override
    public void close() throws IOException {
        commands.close();
        process.destroy();
    }
}
