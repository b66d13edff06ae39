package io.sluice.benchmarks;

import io.sluice.benchmarks.cli.BenchCommand;
import io.sluice.local.cli.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// The process behind `./sluice bench`.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        // Standard output carries results only, whatever a library prints.
        var out = writer(FileDescriptor.out);
        var err = writer(FileDescriptor.err);
        System.setOut(System.err);
        int status = BenchCommand.execute(new Console(System.in, out, err),
                System.getProperty("sluice.commit", ""), arguments);
        out.flush();
        err.flush();
        System.exit(status);
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), false);
    }
}
