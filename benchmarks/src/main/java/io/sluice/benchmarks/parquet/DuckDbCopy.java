package io.sluice.benchmarks.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.rounds.Contestant;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// DuckDB's `COPY` of the same file to Parquet, in one thread of an interpreter that stays up and tells its own
/// processor time. It reads JSON by the columns that it is told.
final class DuckDbCopy implements Contestant, AutoCloseable {
    private static final String SCRIPT = "duckdb_copy.py";

    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader results;
    private final Path file;
    private final String name;

    private DuckDbCopy(Process process, Path file) throws IOException {
        this.process = process;
        this.commands = process.outputWriter(UTF_8);
        this.results = process.inputReader(UTF_8);
        this.file = file;
        this.name = "DuckDB " + ask("version") + " COPY";
    }

    /// @param python an interpreter that has DuckDB
    static DuckDbCopy start(String python, Clicks clicks) throws IOException {
        Path script = clicks.beside(SCRIPT);
        try (InputStream in = DuckDbCopy.class.getResourceAsStream("/python/" + SCRIPT)) {
            Files.write(script, Objects.requireNonNull(in).readAllBytes());
        }
        Path file = clicks.beside("duckdb.parquet");
        Process process = new ProcessBuilder(python, script.toString(), clicks.file().toString(), file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            return new DuckDbCopy(process, file);
        } catch (IOException e) {
            process.destroy();
            throw e;
        }
    }

    /// What it makes.
    Path file() {
        return file;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(int times) throws IOException {
        return Long.parseLong(ask(Integer.toString(times)));
    }

    /// Has DuckDB read both files.
    ///
    /// @throws WrongOutputException when a row of one is not in the other as often
    void check(Path other) throws IOException {
        run(1);
        WrongOutputException.unlessEqual("rows that " + name + " and " + other.getFileName() + " do not share", "0",
                ask("differences " + other));
    }

    private String ask(String command) throws IOException {
        commands.write(command);
        commands.newLine();
        commands.flush();
        String result = results.readLine();
        if (result == null) {
            throw new IOException("DuckDB ended; its own message is above");
        }
        return result;
    }

    @Override
    public void close() throws IOException {
        commands.close();
        process.destroy();
    }
}
