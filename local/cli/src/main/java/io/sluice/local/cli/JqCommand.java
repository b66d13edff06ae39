package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.jq.JqCases;
import io.sluice.jq.JqException;
import io.sluice.jq.JqLimits;
import io.sluice.jq.JqProgram;
import io.sluice.jq.JqRun;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.input.InputReader;
import io.sluice.local.input.Reading;
import io.sluice.local.s3.S3Access;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sluice jq`: an expression on sample records, with the evaluator that finds partition keys.
@Command(name = "jq", description = {
        "Evaluates a jq 1.6 expression on each record, as the partitioner does, and prints each output on a",
        "line as jq -c does. Records that it fails on are named on standard error; then the status is 1.",
        "With any of jq's own options it is jq 1.6: inputs are JSON texts, outputs are set out over lines unless -c",
        "is given, messages and exit statuses are jq's. Files may be compressed."}, sortOptions = false)
final class JqCommand implements Callable<Integer> {
    private static final int RECORDS_BETWEEN_LOOKS = 1_000;

    private final Console console;
    private long records;

    @Parameters(index = "0", arity = "0..1", paramLabel = "EXPRESSION", description = "The jq program.")
    private @Nullable String expression;

    @Parameters(index = "1..*", paramLabel = "PATH",
            description = "As --input of run; standard input when there is none.")
    private List<String> inputs = List.of();

    @Option(names = "--cases", paramLabel = "FILE", description = {
            "Instead: answers lines {\"program\":…,\"input\":…}, input being JSON text, with a line each of",
            "{\"outputs\":[…]} or {\"outputs\":[…],\"error\":…,\"stage\":\"compile|run\"}, in order; - is standard "
                    + "input."})
    private @Nullable String cases;

    JqCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (cases != null) {
            if (expression != null) {
                throw new UsageException("--cases has its programs in the file; leave the expression out");
            }
            return answerCases(cases);
        }
        if (expression == null) {
            throw new UsageException("An expression is needed, or --cases FILE");
        }
        return evaluate(compile(expression));
    }

    private static JqProgram compile(String expression) {
        try {
            return JqProgram.compile(expression);
        } catch (JqException e) {
            throw new UsageException("The expression is no jq program: " + e.getMessage());
        }
    }

    private int evaluate(JqProgram program) throws IOException {
        List<String> arguments = inputs.isEmpty() ? List.of("-") : inputs;
        int status = ExitStatus.DONE;
        try (var access = new S3Access(Optional.empty());
                var reader = new InputReader(Inputs.records(arguments, console, access), Reading.RECORDS,
                        console::warning)) {
            for (InputRecord record = reader.next(); record != null && isRead(); record = reader.next()) {
                JqRun run = program.run(record.data(), JqLimits.defaults(), InstantSource.system());
                run.outputs().forEach(console.out()::println);
                if (run.failure().isPresent()) {
                    console.message("byte " + record.offset() + ": " + run.failure().get().getMessage());
                    status = ExitStatus.FAILED;
                }
            }
        } catch (InputException e) {
            console.out().flush();
            throw new JobFailedException(e.getMessage(), e);
        }
        console.out().flush();
        return status;
    }

    /// Tests whether somebody still reads the outputs, looked at now and then.
    private boolean isRead() {
        return ++records % RECORDS_BETWEEN_LOOKS != 0 || !console.out().checkError();
    }

    private int answerCases(String file) throws IOException {
        try (Reader lines = open(file)) {
            new JqCases(JqLimits.defaults(), InstantSource.system()).run(lines, console.out());
        } catch (NoSuchFileException e) {
            throw new UsageException("The file " + file + " does not exist");
        } catch (IllegalArgumentException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
        console.out().flush();
        return ExitStatus.DONE;
    }

    private Reader open(String file) throws IOException {
        return file.equals("-")
                ? new InputStreamReader(console.in(), StandardCharsets.UTF_8)
                : Files.newBufferedReader(Path.of(file));
    }
}
