package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.function.FunctionServer;
import io.sluice.local.serve.streams.OutsideServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// A server in a process of its own, to be killed.
final class ServeProcess {
    private static final String READY = "Sluice serves ";

    private ServeProcess() {}

    /// Serves until it is killed: the folder of `--out`, and the server of functions where there is one.
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = System.out;
        System.setOut(System.err);
        Optional<FunctionServer> functions = arguments.length == 1
                ? Optional.empty()
                : Optional.of(FunctionServer.at(arguments[1]));
        ServeSettings settings = Served.settings(Path.of(arguments[0]), DeliberateFaults.NONE, 1,
                ServeSettings.Outside.of(functions, OutsideServers.NONE));
        Consumer<String> log = System.err::println;
        try (Serve serve = Serve.start(settings, InstantSource.system(), UUID::randomUUID, log)) {
            out.println(READY + serve.uri());
            Thread.currentThread().join();
        }
    }

    static Process start(Path out) throws IOException {
        return start(List.of(out.toString()), ProcessBuilder.Redirect.DISCARD);
    }

    static Process start(Path out, URI functions) throws IOException {
        return start(List.of(out.toString(), functions.toString()), ProcessBuilder.Redirect.DISCARD);
    }

    /// @param log takes what it says on standard error
    static Process logged(Path out, Path log) throws IOException {
        return start(List.of(out.toString()), ProcessBuilder.Redirect.to(log.toFile()));
    }

    private static Process start(List<String> arguments, ProcessBuilder.Redirect errors) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                ServeProcess.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(errors).start();
    }

    static URI uri(Process process) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String ready = reader.readLine();
        assertTrue(ready != null && ready.startsWith(READY + "http://127.0.0.1:"), ready);
        return URI.create(ready.substring(READY.length()));
    }
}
