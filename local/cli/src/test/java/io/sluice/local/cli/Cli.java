package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

/// The command line as a user meets it: arguments and standard input in, status and both outputs out.
final class Cli {
    private Cli() {}

    record Outcome(int status, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    static Outcome run(String... arguments) {
        return run(new byte[0], arguments);
    }

    static Outcome run(byte[] standardInput, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var console = new Console(new ByteArrayInputStream(standardInput), new PrintWriter(out), new PrintWriter(err));
        int status = SluiceCommand.execute(console, arguments);
        return new Outcome(status, out.toString(), err.toString());
    }

    static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }
}
