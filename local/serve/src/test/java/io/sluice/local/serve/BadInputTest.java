package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What nobody means, or somebody means badly: a clear answer, and nothing written elsewhere.
final class BadInputTest {
    /// More than there may be connections.
    private static final int SLOW_CLIENTS = 1_050;

    private static HttpResponse<String> create(Served served, String name, String bucket, String prefix)
            throws IOException, InterruptedException {
        ObjectNode request = Served.JSON.createObjectNode().put("DeliveryStreamName", name);
        request.putObject("ExtendedS3DestinationConfiguration").put("RoleARN", "arn:aws:iam::123456789012:role/r")
                .put("BucketARN", "arn:aws:s3:::" + bucket).put("Prefix", prefix).put("ErrorOutputPrefix", "errors/");
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(SignedRequest.of(served.uri(), "CreateDeliveryStream", request.toString(), Map.of(),
                    Duration.ZERO).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void hostileNamesAreRefusedAndNothingIsWrittenForThem(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        try (Served served = Served.on(out)) {
            for (String name : List.of("", ".", "..", "../up", "a/b", "a\\b", "a b", "a\u0000b", "é", "a\nb",
                    "x".repeat(65))) {
                HttpResponse<String> answer = create(served, name, "fine", "p/");
                assertEquals(400, answer.statusCode(), name + ": " + answer.body());
            }
            for (String bucket : List.of("", ".", "..", "../up", "a/../../b", ".sluice-serve", ".sluice",
                    "sluice-staging", "a\u0000b", "A_B", "x".repeat(64))) {
                HttpResponse<String> answer = create(served, "s", bucket, "p/");
                assertEquals(400, answer.statusCode(), bucket + ": " + answer.body());
            }
            assertEquals(List.of(), served.client.listDeliveryStreams().deliveryStreamNames());
        }
        assertEquals(List.of("out"), names(folder));
        assertEquals(List.of(".sluice-serve"), names(out));
    }

    /// A key may be called anything; what a file can't be called is told, and stays in the bucket's folder.
    @Test
    void aPrefixThatClimbsLeadsNowhereElse(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        try (Served served = Served.on(out)) {
            if (create(served, "climbs", "data", "../../up/").statusCode() == 200) {
                served.client.putRecord(each -> each.deliveryStreamName("climbs").record(Served.record("x")));
                served.post("/_sluice/flush");
                assertTrue(served.get("/health").contains("degraded"), "what is not delivered is told");
            }
        }
        assertEquals(List.of("out"), names(folder));
        assertTrue(List.of(".sluice-serve", "data").containsAll(names(out)), names(out).toString());
    }

    @Tag("long")
    @Test
    void clientsThatNeverEndTheirRequestsKeepNobodyFromTheirs(@TempDir Path out) throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            for (int i = 0; i < SLOW_CLIENTS; i++) {
                var socket = new Socket(served.uri().getHost(), served.uri().getPort());
                slow.add(socket);
                String begun = i % 2 == 0
                        ? "POST / HTTP/1.1\r\nHost: localhost\r\nX-"
                        : "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
                socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
            }
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), served.lines("data"));
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Tag("long")
    @Test
    void aCertificateThatIsNoneIsNamedWithTheRemedy(@TempDir Path out) throws Exception {
        ServeSettings plain = Served.settings(out, DeliberateFaults.NONE, 1);
        var tls = new ServeSettings(plain.out(), List.of(), plain.address(), 0, ServeSettings.Security.TLS,
                plain.hosts(), plain.keys(), plain.journalBytes(), 1, plain.faults(), plain.reset(), plain.outside());
        Served.on(tls).close();
        Path store;
        try (Stream<Path> files = Files.walk(out.resolve(".sluice-serve/tls"))) {
            store = files.filter(each -> each.toString().endsWith(".p12")).findFirst().orElseThrow();
        }
        Files.write(store, new byte[]{1, 2, 3});
        var broken = assertThrows(JobFailedException.class, () -> Served.on(tls));
        assertTrue(String.valueOf(broken.getMessage()).contains("The certificate in " + store), broken.toString());
        assertTrue(String.valueOf(broken.getMessage()).contains("delete its folder"), broken.toString());
        Files.delete(store);
        Served.on(tls).close();
    }

    @Test
    void aStreamsFileThatIsDamagedIsNamed(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
        }
        Path file;
        try (Stream<Path> files = Files.walk(out.resolve(".sluice-serve/streams"))) {
            file = files.filter(each -> each.endsWith("stream.json")).findFirst().orElseThrow();
        }
        byte[] whole = Files.readAllBytes(file);
        Files.writeString(file, "{\"id\":");
        var damaged = assertThrows(UsageException.class, () -> Served.on(out));
        assertTrue(String.valueOf(damaged.getMessage()).contains("stream.json"), damaged.toString());
        Files.write(file, whole);
        try (Served served = Served.on(out)) {
            assertEquals(List.of("s"), served.client.listDeliveryStreams().deliveryStreamNames());
        }
    }
}
