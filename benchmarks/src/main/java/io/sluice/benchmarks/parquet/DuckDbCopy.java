package io.sluice.benchmarks.parquet;

import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.python.Interpreter;
import io.sluice.benchmarks.rounds.Contestant;
import java.io.IOException;
import java.nio.file.Path;

/// DuckDB's `COPY` of the same file to Parquet, in one thread of an interpreter that stays up and tells its own
/// processor time. It reads JSON by the columns that it is told.
final class DuckDbCopy implements Contestant, AutoCloseable {
    private static final String SCRIPT = "duckdb_copy.py";

    private final Interpreter interpreter;
    private final Path file;
    private final String name;

    private DuckDbCopy(Interpreter interpreter, Path file) throws IOException {
        this.interpreter = interpreter;
        this.file = file;
        this.name = "DuckDB " + interpreter.ask("version") + " COPY";
    }

    /// @param python an interpreter that has DuckDB
    static DuckDbCopy start(String python, ClickFile clicks) throws IOException {
        Path file = clicks.beside("duckdb.parquet");
        Path script = Interpreter.script(SCRIPT, clicks.beside(SCRIPT));
        Interpreter interpreter = Interpreter.start("DuckDB",
                new ProcessBuilder(python, script.toString(), clicks.file().toString(), file.toString()));
        try {
            return new DuckDbCopy(interpreter, file);
        } catch (IOException e) {
            interpreter.close();
            throw e;
        }
    }

    /// The file that it makes.
    Path file() {
        return file;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(int times) throws IOException {
        return Long.parseLong(interpreter.ask(Integer.toString(times)));
    }

    /// Has DuckDB read both files.
    ///
    /// @throws WrongOutputException when a row of one is not in the other as often
    void check(Path other) throws IOException {
        run(1);
        WrongOutputException.unlessEqual("rows that " + name + " and " + other.getFileName() + " do not share", "0",
                interpreter.ask("differences " + other));
    }

    @Override
    public void close() throws IOException {
        interpreter.close();
    }
}
