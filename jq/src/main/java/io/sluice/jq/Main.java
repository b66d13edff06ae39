package io.sluice.jq;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// The process of `JqTool`.
public final class Main {
    private Main() {}

    public static void main(String[] words) throws IOException {
        PrintWriter out = writer(System.out);
        PrintWriter err = writer(System.err);
        int status = new JqTool(System.in, out, err, name -> Files.readAllBytes(Path.of(name)),
                InstantSource.system()).run(List.of(words));
        if (out.checkError()) {
            err.println("jq: error: writing output failed");
            err.flush();
            status = JqTool.USAGE_OR_FILE;
        }
        System.exit(status);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
    }
}
