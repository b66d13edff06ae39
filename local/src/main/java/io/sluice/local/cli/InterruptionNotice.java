package io.sluice.local.cli;

/// Tells the user, when the process is ended in the middle of a run, that the run can be finished.
final class InterruptionNotice implements AutoCloseable {
    private final Thread hook;

    InterruptionNotice(Console console) {
        this.hook = new Thread(() -> console.message("interrupted; the run can be finished with --resume"), "notice");
        Runtime.getRuntime().addShutdownHook(hook);
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
