package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlushCommandTest {
    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private DeployedStream stream;

    @BeforeEach
    void start() throws IOException {
        stream = DeployedStream.in(folder);
    }

    @AfterEach
    void stop() {
        stream.close();
    }

    private Outcome flush(String... more) {
        return stream.sluice("flush", more);
    }

    private void stage(String... records) throws IOException {
        stream.stage("i", System.currentTimeMillis() - 600_000, records);
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

    /// Its configuration lost its lanes.
    @Test
    void aStreamWhoseRunFailsHoldsUpNoOther() throws IOException {
        stage("{\"k\":\"a\",\"n\":1}");
        var other = new DeployedStream(Files.createDirectories(folder.resolve("t")), stream.services());
        String named = CutShortRun.CONFIGURATION.replace("\"DeliveryStreamName\":\"s\"",
                "\"DeliveryStreamName\":\"t\"");
        Files.writeString(other.config(), named.replace("\"buffer\"", "\"buffer\",\"Lanes\":3"));
        other.beginLanes();
        Files.writeString(other.config(), named);

        Outcome outcome = other.sluice("flush", "--config", stream.config().toString());

        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(outcome.err().contains("stream t has lanes"), outcome.err());
        assertTrue(outcome.out().contains("s: 1 object of 1 record delivered"), outcome.out());
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
                    "flush", "--every", "86400", "--config", stream.config().toString(), "--dynamodb",
                    "http://127.0.0.1:" + held.getLocalPort()).redirectError(errors.toFile());
            command.environment().putAll(stream.services().environment());
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
                Cli.run("flush", "--config", stream.config().toString()),
                Cli.run("flush", "--config", stream.config().toString(), "--staging-bucket", "b"))) {
            assertEquals(2, refused.status(), refused.out());
        }
        Files.writeString(stream.config(), CutShortRun.CONFIGURATION.replace("buffer", "firehose"));
        Outcome delivered = flush();
        assertEquals(2, delivered.status(), delivered.out());
        assertTrue(delivered.err().contains("has no flusher"), delivered.err());
    }
}
