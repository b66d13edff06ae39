package io.sluice.benchmarks;

import io.sluice.benchmarks.report.Figure;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// One thing that `./sluice bench` measures, from its data to its figures.
public interface Harness {
    /// The name on the command line.
    String name();

    /// Measures, and checks what the measured code puts out.
    ///
    /// @param progress takes sentences on what is going on
    /// @throws WrongOutputException when an output is not what it has to be: there are no figures then
    List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException, InterruptedException;

    /// Tables of its own beside the figures, in Markdown, of what it measured last; mostly none.
    default List<String> tables() {
        return List.of();
    }
}
