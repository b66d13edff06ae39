package io.sluice.local.cli;

import io.sluice.local.terminal.ResultStream;
import io.sluice.local.terminal.TerminalWindow;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/// The process behind `./sluice`.
public final class Main {
    /// Room for threads that are started while they are counted.
    private static final int THREADS_MORE = 16;

    private Main() {}

    public static void main(String[] arguments) {
        // Standard output carries results only, whatever a library prints.
        var results = new ResultStream(new FileOutputStream(FileDescriptor.out));
        var out = writer(results);
        var err = writer(new FileOutputStream(FileDescriptor.err));
        System.setOut(System.err);
        var window = new TerminalWindow(System.getenv());
        int status = SluiceCommand.execute(new Console(System.in, out, err, window.out(), window.err()), arguments);
        err.flush();
        status = results.statusAfter(status, out, err);
        // Asked to exit, the JVM looks for a logger in all jars, which takes longer than most of what `check` does.
        if (status != 0 || othersAreAtWork()) {
            System.exit(status);
        }
    }

    /// Tests whether there are threads that the JVM would wait for.
    private static boolean othersAreAtWork() {
        ThreadGroup all = Objects.requireNonNull(Thread.currentThread().getThreadGroup());
        for (ThreadGroup parent = all.getParent(); parent != null; parent = parent.getParent()) {
            all = parent;
        }
        Thread[] threads = new Thread[all.activeCount() + THREADS_MORE];
        int count = all.enumerate(threads);
        return count == threads.length || Arrays.stream(threads, 0, count)
                .anyMatch(thread -> !thread.isDaemon() && thread != Thread.currentThread());
    }

    private static PrintWriter writer(OutputStream to) {
        return new PrintWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8), false);
    }
}
