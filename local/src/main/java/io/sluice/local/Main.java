package io.sluice.local;

import io.sluice.local.cli.Console;
import io.sluice.local.cli.SluiceCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
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
        var out = writer(FileDescriptor.out);
        var err = writer(FileDescriptor.err);
        System.setOut(System.err);
        boolean terminal = System.getenv("SLUICE_TERMINAL") != null;
        int status = SluiceCommand.execute(new Console(System.in, out, err, terminal), arguments);
        out.flush();
        err.flush();
        // Asked to exit, the JVM looks for a logger in all jars, which takes longer than most of what `check` does.
        if (status != 0 || othersAreAtWork()) {
            System.exit(status);
        }
    }

    /// Whether there are threads that the JVM would wait for.
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

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), false);
    }
}
