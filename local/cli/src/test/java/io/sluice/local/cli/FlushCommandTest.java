package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.run.LocalFunctions;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlushCommandTest {
    @TempDir
    private Path folder = Path.of("");
    private Path config = Path.of("");
    private Map<String, String> environment = Map.of();
    private List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        config = Files.writeString(folder.resolve("stream.json"), CutShortRun.CONFIGURATION);
        var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), "data");
        opened.add(services);
        environment = services.environment();
        OwnS3.useKey(environment.getOrDefault("AWS_ACCESS_KEY_ID", ""),
                environment.getOrDefault("AWS_SECRET_ACCESS_KEY", ""));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private Outcome flush(String... more) {
        List<String> arguments = new ArrayList<>(List.of("flush", "--config", config.toString(), "--s3",
                environment.getOrDefault("SLUICE_S3_ENDPOINT", ""), "--dynamodb",
                environment.getOrDefault("SLUICE_DYNAMODB_ENDPOINT", ""), "--staging-bucket",
                environment.getOrDefault("SLUICE_STAGING_BUCKET", ""), "--index-table",
                environment.getOrDefault("SLUICE_INDEX_TABLE", "")));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private void stage(String... records) throws IOException {
        Map<String, String> own = new HashMap<>(environment);
        own.put("SLUICE_CONFIG", Files.readString(config));
        long arrival = System.currentTimeMillis() - 600_000;
        var event = new StringBuilder("{\"invocationId\":\"i\",\"deliveryStreamArn\":\"arn\",\"records\":[");
        for (int i = 0; i < records.length; i++) {
            event.append(i == 0 ? "" : ",").append("{\"recordId\":\"").append(i)
                    .append("\",\"approximateArrivalTimestamp\":").append(arrival).append(",\"data\":\"")
                    .append(Base64.getEncoder().encodeToString(records[i].getBytes(UTF_8))).append("\"}");
        }
        try (var functions = new LocalFunctions(own, InstantSource.system())) {
            functions.transform(event.append("]}").toString().getBytes(UTF_8));
        }
    }

    @Test
    void aRunDeliversWhatIsDue() throws IOException {
        stage("{\"k\":\"a\",\"n\":1}", "{\"k\":\"b\",\"n\":2}");

        Outcome outcome = flush();

        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("s: 2 objects of 2 records delivered; 0 wait, 0 deliveries open\n", outcome.out());
        assertEquals(2, Delivered.lines(folder.resolve("out/data")).size());
        assertEquals("s: 0 objects of 0 records delivered; 0 wait, 0 deliveries open\n", flush().out());
    }

    @Test
    void anEventIsAnsweredAsTheFunctionAnswersIt() throws IOException {
        stage("{\"k\":\"a\",\"n\":1}");

        JsonNode drained = flush("--event", "{\"drain\":true}", "--json").json();
        JsonSchema.requireOf("flush", drained);
        assertEquals(1, drained.path("records").asInt());
        assertTrue(flush("--event", "{\"sweep\":true}").out().startsWith("s: {\"segmentsRemoved\":"));
        Outcome recovery = flush("--event", "{\"recover\":\"at once\"}");
        assertEquals(1, recovery.status(), "its table is there");
        assertTrue(recovery.err().contains("The table holds the state of stream s"), recovery.err());
        Outcome wrong = flush("--event", "nonsense");
        assertEquals(1, wrong.status());
        assertTrue(wrong.err().contains("The flusher of s failed: "), wrong.err());
    }

    @Test
    void whatGoesWrongEndsWithAFailure() throws IOException {
        stage("{\"k\":\"a\",\"n\":1}");
        try (Stream<Path> files = Files.walk(folder.resolve("work"))) {
            for (Path each : files.filter(each -> each.toString().contains("segments") && Files.isRegularFile(each))
                    .toList()) {
                Files.delete(each);
            }
        }

        Outcome outcome = flush();

        assertEquals(1, outcome.status(), outcome.out());
        assertTrue(outcome.err().contains("s: "), outcome.err());
        assertEquals(0, Delivered.lines(folder.resolve("out/data")).size());
    }

    /// Its first request is held for as long as it takes to tell the process to end.
    @Test
    void aProcessThatIsToldToEndInItsFirstRunFinishesThatRun() throws Exception {
        Path errors = folder.resolve("errors");
        Process process = endedAtItsFirstRequest(errors);
        try {
            assertEquals(1, process.waitFor(), () -> "as that run ended: " + read(errors));
            assertTrue(read(errors).contains("the flusher of s failed, and runs again: "), read(errors));
        } finally {
            process.destroyForcibly();
        }
    }

    private Process endedAtItsFirstRequest(Path errors) throws IOException {
        try (var held = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var command = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName(),
                    "flush", "--every", "86400", "--config", config.toString(), "--dynamodb",
                    "http://127.0.0.1:" + held.getLocalPort()).redirectError(errors.toFile());
            command.environment().putAll(environment);
            Process process = command.start();
            try (var _ = held.accept()) {
                process.toHandle().destroy();
            }
            return process;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() throws IOException {
        for (Outcome refused : List.of(flush("--every", "0"), flush("--every", "86401"),
                flush("--every", "60", "--event", "{}"),
                Cli.run("flush", "--config", config.toString()),
                Cli.run("flush", "--config", config.toString(), "--staging-bucket", "b"))) {
            assertEquals(2, refused.status(), refused.out());
        }
        Files.writeString(config, CutShortRun.CONFIGURATION.replace("buffer", "firehose"));
        Outcome delivered = flush();
        assertEquals(2, delivered.status(), delivered.out());
        assertTrue(delivered.err().contains("has no flusher"), delivered.err());
    }
}
