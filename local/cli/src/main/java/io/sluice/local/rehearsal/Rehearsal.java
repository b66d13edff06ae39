package io.sluice.local.rehearsal;

import io.sluice.local.cli.Console;
import io.sluice.local.cli.Main;
import io.sluice.local.cli.SluiceCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// Runs commands on a small stream of its own, in a folder that is there for it. The first one that does not end as it
/// should ends the rehearsal.
public final class Rehearsal {
    private static final int RECORDS = 4_000;
    private static final int RECORDS_A_SECOND = 50;
    private static final int KINDS = 20;
    private static final long FIRST_SECOND = 1_767_225_600;

    private final Path folder;

    private Rehearsal(Path folder) {
        this.folder = folder;
    }

    /// @param arguments an empty folder, and `short` for commands that end in a blink or `all` for the jobs too
    /// @throws IllegalStateException when a command fails
    public static void main(String[] arguments) throws IOException {
        var rehearsal = new Rehearsal(Path.of(arguments[0]));
        switch (arguments[1]) {
            case "short" -> rehearsal.shortCommands();
            case "all" -> rehearsal.allCommands();
            default -> throw new IllegalArgumentException("short or all, not " + arguments[1]);
        }
    }

    private void shortCommands() throws IOException {
        Main.main(new String[]{"check", "--config", copied("stream.json")});
        run(2, "check", "--config", copied("faulty.json"));
    }

    private void allCommands() throws IOException {
        shortCommands();
        String configuration = copied("stream.json");
        String input = Files.writeString(folder.resolve("input.ndjson"), records()).toString();
        String out = folder.resolve("out").toString();
        run(0, "init", "--input", input, "--out", folder.resolve("proposed.json").toString());
        run(0, "run", "--config", configuration, "--input", input, "--out", out);
        run(0, "run", "--wire", "--config", configuration, "--input", input, "--out", out + "-wire");
        run(0, "verify", "--config", configuration, "--input", input, "--out", out);
        run(0, "plan", "--config", configuration, "--input", input);
        run(0, "tables", "--config", configuration, "--input", input);
        run(0, "jq", ".properties.kind", input);
        run(0, "--help");
    }

    private static void run(int expected, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var console = new Console(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(err));
        int status = SluiceCommand.execute(console, arguments);
        if (status != expected) {
            throw new IllegalStateException(
                    List.of(arguments) + " ended with status " + status + ", not " + expected + ": " + err);
        }
    }

    /// The resource `name` as a file in the folder.
    private String copied(String name) throws IOException {
        try (InputStream resource = Objects.requireNonNull(Rehearsal.class.getResourceAsStream(name), name)) {
            return Files.write(folder.resolve(name), resource.readAllBytes()).toString();
        }
    }

    /// Records as many streams have them: texts, numbers, a list, and one object within another.
    private static String records() {
        var text = new StringBuilder();
        for (int i = 0; i < RECORDS; i++) {
            text.append(String.format(Locale.ROOT, """
                    {"type":"Feature","id":"r%d","properties":{"kind":"k%d","time":%d,"magnitude":%d.%d,\
                    "place":"%d km from \\"somewhere\\"","tags":["a","\\u00e9"],"alert":null,"felt":true},\
                    "geometry":{"coordinates":[%d,-%d.5]}}
                    """, i, i * 7919 % KINDS, 1000 * (FIRST_SECOND + i / RECORDS_A_SECOND), i % 7, i % 10, i % 90,
                    i % 180, i % 90));
        }
        return text.toString();
    }
}
