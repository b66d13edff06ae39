package io.sluice.local.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.serve.endpoint.Capacity;
import io.sluice.local.server.FaultyHttpClient;
import io.sluice.local.server.FaultyHttpClient.Fault;
import io.sluice.local.serve.replica.Replica;
import io.sluice.local.serve.replica.ReplicaSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.firehose.FirehoseClient;

/// Replicas of one stream, several in this process over one S3 and one DynamoDB. Each test has numbers of its own.
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StatelessTest {
    @SuppressWarnings("NullAway.Init")
    private StatelessServers servers;

    @BeforeAll
    void start(@TempDir Path folder) {
        servers = new StatelessServers(folder);
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    private static JsonNode json(HttpResponse<String> answer) throws IOException {
        return Served.JSON.readTree(answer.body());
    }

    @Test
    void anAttemptAtAnotherReplicaHasTheSameAnswerAndIsStagedOnce() throws Exception {
        try (Replica one = servers.replica(); Replica two = servers.replica()) {
            JsonNode first = json(servers.put(one.uri(), "again", 100, 101));
            assertEquals(0, first.path("FailedPutCount").asInt(-1));
            assertEquals(2, first.path("RequestResponses").size());
            assertEquals(first, json(servers.put(two.uri(), "again", 100, 101)));
            servers.assertOnce(100, 102);
            assertEquals(first, json(servers.put(two.uri(), "again", 100, 101)), "after it was delivered");
            assertEquals(first, json(servers.put(one.uri(), "again", 100, 101)));
            assertTrue(servers.get(two.uri(), "/metrics").contains("sluice_calls_repeated_total{stream=\"s\"} 2\n"));
            servers.assertOnce(100, 102);
        }
    }

    /// Each call goes to both, side by side, as when a client's time-out is shorter than a group takes.
    @Test
    void callsThatComeToTwoReplicasAtOnceAreStagedOnce() throws Exception {
        try (Replica one = servers.replica();
                Replica two = servers.replica();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int number = 200; number < 240; number++) {
                int each = number;
                for (Replica replica : List.of(one, two)) {
                    answers.add(threads.submit(() -> {
                        int status = 0;
                        for (int attempt = 0; attempt < 5 && status != 200; attempt++) {
                            status = servers.put(replica.uri(), "call " + each, each).statusCode();
                        }
                        return status;
                    }));
                }
            }
            for (Future<Integer> answer : answers) {
                assertEquals(200, answer.get());
            }
            servers.assertOnce(200, 240);
        }
    }

    @Test
    void whatAReplicaHadUnderWayWhenItDiedIsStagedOnceByAnother() throws Exception {
        HeldRequests dying = HeldRequests.passing();
        try (Replica one = servers.replica(dying, StatelessServers.CAPACITY); Replica two = servers.replica()) {
            dying.dieAfterASegment();
            assertEquals(500, servers.put(one.uri(), "died", 300).statusCode());
            assertEquals(200, servers.put(two.uri(), "died", 300).statusCode());
            servers.assertOnce(300, 301);
        }
    }

    /// Below the SDK's own retries: the client that gets no answer goes to the other replica.
    @ParameterizedTest
    @CsvSource({"ANSWER_LOST, 10000", "THROTTLED, 20000", "CRASH_BEFORE, 30000", "CRASH_AFTER, 40000"})
    void whicheverRequestOfAReplicaGoesWrongACallIsStagedOnce(Fault fault, int from) throws Exception {
        FaultyHttpClient counting = new FaultyHttpClient(UrlConnectionHttpClient.create(), fault, 0);
        int begun;
        try (Replica replica = servers.replica(counting, StatelessServers.CAPACITY)) {
            begun = counting.requests();
            assertEquals(200, servers.put(replica.uri(), fault + " at none", from).statusCode());
        }
        int requests = counting.requests() - begun;
        assertTrue(requests > 3, "requests: " + requests);
        try (Replica other = servers.replica()) {
            for (int at = 1; at <= requests; at++) {
                String call = fault + " at " + at;
                try (Replica replica = servers.replica(
                        new FaultyHttpClient(UrlConnectionHttpClient.create(), fault, begun + at),
                        StatelessServers.CAPACITY)) {
                    servers.put(replica.uri(), call, from + at);
                }
                assertEquals(200, servers.put(other.uri(), call, from + at).statusCode(), call);
            }
        }
        servers.assertOnce(from, from + requests + 1);
    }

    @Test
    void theSdksClientsPutAndDescribe() throws Exception {
        try (Replica one = servers.replica();
                Replica two = servers.replica();
                FirehoseClient client = Served.client(one.uri(), "local", "local");
                FirehoseClient other = Served.client(two.uri(), "local", "local")) {
            String id = client.putRecord(put -> put.deliveryStreamName("s")
                    .record(Served.record(StatelessServers.line(400)))).recordId();
            assertTrue(!id.isEmpty());
            assertEquals(List.of("s", "t"), client.listDeliveryStreams().deliveryStreamNames());
            assertEquals(client.describeDeliveryStream(each -> each.deliveryStreamName("s"))
                    .deliveryStreamDescription(),
                    other.describeDeliveryStream(each -> each.deliveryStreamName("s")).deliveryStreamDescription());
            servers.assertOnce(400, 401);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CreateDeliveryStream", "UpdateDestination", "DeleteDeliveryStream", "TagDeliveryStream",
            "UntagDeliveryStream", "StartDeliveryStreamEncryption", "StopDeliveryStreamEncryption"})
    void noCallChangesAStream(String operation) throws Exception {
        try (Replica replica = servers.replica()) {
            HttpResponse<String> answer = servers.call(replica.uri(), operation, "{\"DeliveryStreamName\":\"s\"}",
                    Map.of());
            assertEquals(400, answer.statusCode());
            assertEquals("InvalidArgumentException", json(answer).path("__type").asText());
            assertTrue(json(answer).path("message").asText().contains("change the file"), answer.body());
        }
    }

    @Test
    void whatIsNoCallIsRefusedAndStagesNothing() throws Exception {
        try (Replica replica = servers.replica()) {
            for (String body : List.of("", "{}", "{\"DeliveryStreamName\":\"s\",\"Records\":[]}",
                    StatelessServers.batch("nobody", 1))) {
                assertEquals(400, servers.call(replica.uri(), "PutRecordBatch", body,
                        Map.of("amz-sdk-invocation-id", "none")).statusCode(), body);
            }
        }
    }

    @Test
    void theAgesOfGroupsAreCountedAndToldCloudWatchWhereThatIsAskedFor() throws Exception {
        Map<String, String> environment = new HashMap<>(servers.environment());
        try (Replica replica = servers.replica()) {
            assertEquals(200, servers.put(replica.uri(), "untold", 700).statusCode());
            String metrics = servers.get(replica.uri(), "/metrics");
            assertTrue(metrics.contains("# TYPE sluice_call_group_seconds histogram\n"), metrics);
            assertTrue(metrics.contains("sluice_call_group_seconds_bucket{stream=\"s\",le=\"30.0\"} 1\n"), metrics);
            assertTrue(metrics.contains("sluice_call_group_seconds_count{stream=\"s\"} 1\n"), metrics);
            assertTrue(metrics.contains("sluice_call_group_seconds_count{stream=\"t\"} 0\n"), metrics);
        }
        assertEquals(List.of(), servers.lines);
        environment.put("SLUICE_METRICS", "cloudwatch");
        ReplicaSettings told = StatelessServers.settings(List.of(StatelessServers.configuration("s")), environment,
                StatelessServers.CAPACITY);
        try (Replica replica = servers.replica(told, UrlConnectionHttpClient.create())) {
            assertEquals(200, servers.put(replica.uri(), "told", 701).statusCode());
        }
        assertEquals(1, servers.lines.size());
        JsonNode line = Served.JSON.readTree(servers.lines.getFirst());
        assertTrue(line.path("CallGroupAge").asDouble() > 0 && line.has("_aws"), line.toString());
        environment.put("SLUICE_METRICS", "statsd");
        ReplicaSettings wrong = StatelessServers.settings(List.of(StatelessServers.configuration("s")), environment,
                StatelessServers.CAPACITY);
        assertEquals(
                "SLUICE_METRICS is 'statsd'; set it to cloudwatch, for lines of metrics in the log, or leave it out",
                assertThrows(UsageException.class,
                        () -> servers.replica(wrong, UrlConnectionHttpClient.create())).getMessage());
    }

    @Test
    void callsWithoutAnIdAreStagedEachTimeAndCountedByClient() throws Exception {
        try (Replica replica = servers.replica()) {
            Map<String, String> headers = Map.of("User-Agent", "aws-fluent-bit-plugin/1.9 linux");
            String body = StatelessServers.batch("s", 500);
            for (Map<String, String> each : List.of(headers, headers, Map.of("User-Agent", "\"}"))) {
                assertEquals(200, servers.call(replica.uri(), "PutRecordBatch", body, each).statusCode());
            }
            assertEquals(3, servers.delivered().stream().filter(StatelessServers.line(500)::equals).count());
            String metrics = servers.get(replica.uri(), "/metrics");
            assertTrue(metrics.contains("{stream=\"s\",client=\"aws-fluent-bit-plugin\"} 2\n"), metrics);
            assertTrue(metrics.contains("{stream=\"s\",client=\"other\"} 1\n"), metrics);
            assertTrue(metrics.endsWith("# EOF\n"), metrics);
            assertEquals(2, Served.JSON.readTree(servers.get(replica.uri(), "/health")).path("callsWithoutAnId")
                    .path("aws-fluent-bit-plugin").asInt());
        }
    }

    @Test
    void aStoreThatFailsIsToldToClientsAndInTheHealthUntilItIsBack() throws Exception {
        HeldRequests requests = HeldRequests.passing();
        try (Replica replica = servers.replica(requests, StatelessServers.CAPACITY)) {
            requests.fail(true);
            HttpResponse<String> refused = servers.put(replica.uri(), "failing", 600);
            assertEquals(500, refused.statusCode());
            assertEquals("ServiceUnavailableException", json(refused).path("__type").asText());
            assertTrue(servers.get(replica.uri(), "/health").contains("\"status\":\"degraded\""));
            requests.fail(false);
            assertEquals(200, servers.put(replica.uri(), "failing", 600).statusCode());
            assertTrue(servers.get(replica.uri(), "/health").contains("\"status\":\"ok\""));
            servers.assertOnce(600, 601);
        }
    }

    @Test
    void whoFindsNoRoomIsToldAtOnceAndHealthIsTold() throws Exception {
        HeldRequests requests = HeldRequests.holding();
        Capacity small = new Capacity((8 << 10) + 1, Duration.ZERO, Duration.ofSeconds(20));
        try (Replica replica = servers.replica(requests, small);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String large = StatelessServers.batch("s", 5_000).replaceFirst("\\{", "{\"Note\":\"" + "x".repeat(8_380_000)
                    + "\",");
            Future<HttpResponse<String>> first = threads.submit(() -> servers.call(replica.uri(), "PutRecordBatch",
                    large, Map.of("amz-sdk-invocation-id", "large")));
            requests.awaitSegment(first);
            assertTrue(statusOfLargeCall(replica.uri()).startsWith("HTTP/1.1 503 "), "though its body is not wanted");
            HttpResponse<String> refused = servers.put(replica.uri(), "small", IntStream.range(5_001, 5_401).toArray());
            assertEquals(503, refused.statusCode(), refused.body());
            assertEquals("ServiceUnavailableException", json(refused).path("__type").asText());
            assertTrue(servers.get(replica.uri(), "/health").contains("\"status\":\"ok\""));
            requests.release();
            assertEquals(200, first.get().statusCode());
            assertEquals(200,
                    servers.put(replica.uri(), "small", IntStream.range(5_001, 5_401).toArray()).statusCode());
            servers.assertOnce(5_000, 5_401);
        }
    }

    /// The first line of the answer to a call that is sent whole, by a client that reads nothing before.
    private static String statusOfLargeCall(URI replica) throws IOException {
        byte[] body = new byte[8 << 20];
        try (Socket socket = new Socket(replica.getHost(), replica.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(US_ASCII));
            out.write(body);
            out.flush();
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            return String.valueOf(in.readLine());
        }
    }

    @Test
    void aReplicaThatIsToldToEndAnswersWhatItHasAndTakesNoMore() throws Exception {
        HeldRequests requests = HeldRequests.holding();
        try (Replica replica = servers.replica(requests, StatelessServers.CAPACITY);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> underWay = threads.submit(() -> servers.put(replica.uri(), "ending", 1_000));
            requests.awaitSegment(underWay);
            Future<Boolean> ended = threads.submit(() -> replica.stop().isEmpty());
            while (servers.isTaken(replica.uri())) {
                // The server is told to end in another thread, and takes calls until then.
                Thread.onSpinWait();
            }
            requests.release();
            assertEquals(200, underWay.get().statusCode());
            assertTrue(ended.get());
            servers.assertOnce(1_000, 1_001);
        }
    }

    private String refused(ObjectNode configuration, Map<String, String> environment,
            Class<? extends RuntimeException> how) {
        return String.valueOf(assertThrows(how, () -> servers.replica(StatelessServers.settings(
                List.of(configuration), environment, StatelessServers.CAPACITY), UrlConnectionHttpClient.create()))
                .getMessage());
    }

    @Test
    void whatCannotBeServedIsRefusedBeforeTheServerListens() throws IOException {
        ObjectNode firehose = StatelessServers.configuration("s");
        firehose.remove("Sluice");
        assertTrue(refused(firehose, servers.environment(), UsageException.class)
                .contains("{\"Type\": \"direct\"}"));
        Map<String, String> nowhere = new HashMap<>(servers.environment());
        nowhere.put("SLUICE_INDEX_TABLE", "nowhere");
        assertTrue(refused(StatelessServers.configuration("s"), nowhere, JobFailedException.class)
                .contains("nowhere"));
        ObjectNode wrong = StatelessServers.configuration("s");
        wrong.withObject("/Sluice/Source").put("GroupMillis", 5_000);
        assertTrue(refused(wrong, servers.environment(), UsageException.class).contains("groupMillis"));
        assertTrue(String.valueOf(assertThrows(UsageException.class, () -> servers.replica(StatelessServers.settings(
                List.of(StatelessServers.configuration("s"), StatelessServers.configuration("s")),
                servers.environment(), StatelessServers.CAPACITY), UrlConnectionHttpClient.create())).getMessage())
                .contains("two configurations are of stream s"));
    }
}
