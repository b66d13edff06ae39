package io.sluice.local.cli;

import io.sluice.local.input.InputSource;
import io.sluice.local.run.OutFolder;
import java.util.List;

/// Tells the user, when the process is ended in the middle of a run, what to do next.
final class InterruptionNotice implements AutoCloseable {
    private final Thread hook;

    InterruptionNotice(Console console, OutFolder out, List<InputSource> inputs) {
        String sentence = sentence(out, inputs);
        this.hook = new Thread(() -> {
            ProgressLine.clear(console);
            console.message(sentence);
        }, "notice");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static String sentence(OutFolder out, List<InputSource> inputs) {
        return inputs.stream().filter(InputSource::isLive).findFirst()
                .map(live -> "interrupted, and " + live.displayName() + " can't be read again: delete " + out
                        + ", and run anew")
                .orElse("interrupted; repeat the command with --resume to finish the run in " + out);
    }

    /// The run is not interrupted any more.
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the notice is being given.
        }
    }
}
