package io.sluice.local.cli;

import io.sluice.jq.JqException;
import io.sluice.jq.JqLimits;
import io.sluice.jq.JqProgram;
import io.sluice.jq.JqRun;
import io.sluice.local.UsageException;
import io.sluice.local.input.InputRecord;
import io.sluice.local.input.RecordReader;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `sluice jq`: an expression on sample records, with the evaluator that finds partition keys.
@Command(name = "jq", description = {
        "Evaluates a jq 1.6 expression on each record, as the partitioner does, and prints each output on a",
        "line as jq -c does. Records that it fails on are named on standard error; then the status is 1."})
final class JqCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "EXPRESSION", description = "The jq program.")
    private String expression = "";

    @Parameters(index = "1..*", paramLabel = "PATH", description = "As --input of run; standard input when there is none.")
    private List<String> inputs = List.of();

    JqCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        JqProgram program;
        try {
            program = JqProgram.compile(expression);
        } catch (JqException e) {
            throw new UsageException("The expression is no jq program: " + e.getMessage());
        }
        List<String> arguments = inputs.isEmpty() ? List.of("-") : inputs;
        int status = ExitStatus.DONE;
        try (var reader = new RecordReader(Inputs.find(arguments, console), console::warning)) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                JqRun run = program.run(record.data(), JqLimits.defaults(), InstantSource.system());
                run.outputs().forEach(console.out()::println);
                if (run.failure().isPresent()) {
                    console.message("byte " + record.offset() + ": " + run.failure().get().getMessage());
                    status = ExitStatus.FAILED;
                }
            }
        }
        console.out().flush();
        return status;
    }
}
