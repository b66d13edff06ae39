package io.sluice.local.cli;

import io.sluice.local.folder.OutFolder;
import io.sluice.local.records.InputSource;
import java.util.List;

/// Tells the user, when the process is ended in the middle of a run, what to do next.
final class InterruptionNotice implements AutoCloseable {
    private final Thread hook;
    private volatile String sentence;

    /// @param progress is taken away before
    /// @param sentence what is said until another one is set
    InterruptionNotice(Console console, ProgressLine progress, String sentence) {
        this.sentence = sentence;
        this.hook = new Thread(() -> {
            progress.close();
            console.note(this.sentence);
        }, "notice");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// From now on `next` is said.
    void say(String next) {
        sentence = next;
    }

    /// Of a run that takes in records.
    static String running(OutFolder out, List<InputSource> inputs) {
        return inputs.stream().filter(InputSource::isLive).findFirst()
                .map(live -> "interrupted, and " + live.displayName() + " can't be read again: delete " + out
                        + ", and run again")
                .orElse("interrupted; repeat the command with --resume to finish the run in " + out);
    }

    /// Of a run whose servers start.
    static String starting() {
        return "interrupted before anything was fed; repeat the command";
    }

    @Override
    public void close() {
        end();
    }

    /// The run is not interrupted any more.
    void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the notice is being given.
        }
    }
}
