package io.sluice.infra.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.infra.runbook.Arguments.Unknown;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A shell in which some programs are stand-ins that run in this process: bash parses what is typed, and hands the
/// words over.
final class Programs implements AutoCloseable {
    /// What it does: connects, says its name, its folder and its words, and shows what it is answered.
    private static final String STAND_IN = """
            #!/usr/bin/env bash
            exec 3<>/dev/tcp/127.0.0.1/PORT
            printf '%s\\0' "$#" "NAME" "$PWD" "$@" >&3
            IFS= read -r status <&3
            IFS= read -r answer <&3
            cat "$answer/out"
            cat "$answer/err" >&2
            exit "$status"
            """;
    private static final long SECONDS_MAX = 120;

    private final Path folder;
    private final Map<String, Program> programs;
    private final ServerSocket server;
    private final Thread thread;
    private final List<String> unknown = new CopyOnWriteArrayList<>();
    private int calls;
    private final AtomicInteger failures = new AtomicInteger();

    /// A program that is run in this process.
    @FunctionalInterface
    interface Program {
        /// @param folder where it is run
        Ended run(Arguments arguments, Path folder) throws IOException;
    }

    /// What a program printed, and its status.
    record Ended(int status, String out, String err) {
        static Ended well(String out) {
            return new Ended(0, out, "");
        }

        static Ended badly(int status, String err) {
            return new Ended(status, "", err + "\n");
        }
    }

    /// @param folder   where commands are typed
    /// @param programs by name; one that begins with `./` is a file in the folder
    Programs(Path folder, Map<String, Program> programs) throws IOException {
        this.folder = Files.createDirectories(folder.resolve("desk"));
        this.programs = programs;
        this.server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        for (String name : programs.keySet()) {
            Path file = name.startsWith("./") ? this.folder.resolve(name) : aside().resolve("bin").resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file,
                    STAND_IN.replace("PORT", String.valueOf(server.getLocalPort())).replace("NAME", name));
            if (!file.toFile().setExecutable(true)) {
                throw new IOException(file + " cannot be made a program");
            }
        }
        this.thread = Thread.ofVirtual().start(this::serve);
    }

    /// Where commands are typed.
    Path desk() {
        return folder;
    }

    private Path aside() {
        return folder.resolveSibling("aside");
    }

    /// Types a command as a person does, into a shell that goes on after a failure, and waits for its end.
    ///
    /// @return with a status other than 0 if any stand-in failed, or the last command
    /// @throws AssertionError when a stand-in met something that it does not do
    Ended type(String command) throws IOException, InterruptedException {
        Path script = Files.writeString(aside().resolve("typed"), command + "\n");
        Path out = aside().resolve("out");
        Path err = aside().resolve("err");
        var builder = new ProcessBuilder("bash", script.toString()).directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        String path = aside().resolve("bin") + ":" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", path, "LC_ALL", "C.UTF-8"));
        int before = failures.get();
        Process process = builder.start();
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("no end after " + SECONDS_MAX + " s: " + command);
        }
        if (!unknown.isEmpty()) {
            String met = String.join("\n", unknown);
            unknown.clear();
            throw new AssertionError(met + "\nin: " + command);
        }
        boolean failed = process.exitValue() != 0 || failures.get() > before;
        return new Ended(failed ? Math.max(1, process.exitValue()) : 0, Files.readString(out),
                Files.readString(err));
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket call = server.accept()) {
                answer(call);
            } catch (SocketException e) {
                if (!server.isClosed()) {
                    unknown.add(e.toString());
                }
            } catch (IOException | RuntimeException e) {
                unknown.add(e.toString());
            }
        }
    }

    private void answer(Socket call) throws IOException {
        var input = new BufferedInputStream(call.getInputStream());
        int count = Integer.parseInt(word(input));
        String name = word(input);
        Path where = Path.of(word(input));
        var words = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            words.add(word(input));
        }
        Ended ended = run(name, words, where);
        failures.addAndGet(ended.status() == 0 ? 0 : 1);
        Path answer = Files.createDirectories(aside().resolve("calls/" + calls++));
        Files.writeString(answer.resolve("out"), ended.out());
        Files.writeString(answer.resolve("err"), ended.err());
        call.getOutputStream().write((ended.status() + "\n" + answer + "\n").getBytes(UTF_8));
    }

    private Ended run(String name, List<String> words, Path where) {
        var program = programs.get(name);
        try {
            return program == null ? Ended.badly(127, name) : program.run(new Arguments(words), where);
        } catch (Unknown e) {
            unknown.add(name + ": " + e.getMessage());
        } catch (IOException | RuntimeException e) {
            unknown.add(name + " " + String.join(" ", words) + ": " + e);
        }
        return Ended.badly(99, unknown.getLast());
    }

    private static String word(InputStream input) throws IOException {
        var word = new ByteArrayOutputStream();
        for (int octet = input.read(); octet != 0; octet = input.read()) {
            if (octet < 0) {
                throw new IOException("a stand-in was cut short");
            }
            word.write(octet);
        }
        return word.toString(UTF_8);
    }

    @Override
    public void close() {
        try {
            server.close();
            thread.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
