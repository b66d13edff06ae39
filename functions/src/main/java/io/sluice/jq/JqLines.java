package io.sluice.jq;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.function.Consumer;

/// Applies a program to JSON texts, one a line, as the partitioner applies it to records, and writes each output as one
/// line of compact JSON.
public final class JqLines {
    private final JqProgram program;
    private final JqLimits limits;
    private final InstantSource clock;

    public JqLines(JqProgram program, JqLimits limits, InstantSource clock) {
        this.program = program;
        this.limits = limits;
        this.clock = clock;
    }

    /// Goes through all lines; one that fails does not stop the others.
    ///
    /// @param failures gets a sentence for each line that failed: its number and the reason
    /// @return how many lines failed
    public long run(InputStream lines, OutputStream outputs, Consumer<String> failures) throws IOException {
        long number = 0;
        long failed = 0;
        LineReader reader = new LineReader(lines);
        for (byte[] line = reader.next(); line != null; line = reader.next()) {
            number++;
            if (new String(line, StandardCharsets.ISO_8859_1).isBlank()) {
                continue;
            }
            JqRun run = program.run(line, limits, clock);
            for (String output : run.outputs()) {
                outputs.write(output.getBytes(StandardCharsets.UTF_8));
                outputs.write('\n');
            }
            if (run.failure().isPresent()) {
                failed++;
                failures.accept("line " + number + ": " + run.failure().get().getMessage());
            }
        }
        outputs.flush();
        return failed;
    }
}
