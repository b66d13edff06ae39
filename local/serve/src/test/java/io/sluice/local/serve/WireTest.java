package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests as their bytes go over the wire: of other clients, and of nobody's.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WireTest {
    private Served served;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    void start(@TempDir Path out) {
        served = Served.on(out);
        served.createByKey("wire", "wire-bucket");
    }

    @AfterAll
    void stop() {
        http.close();
        served.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder signed(String operation, String body) {
        return SignedRequest.of(served.uri(), operation, body, Map.of(), Duration.ZERO);
    }

    private static String data(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /// It takes an answer for a success when it holds these very bytes.
    @Test
    void fluentBitFindsItsSuccess() throws Exception {
        String body = "{\"DeliveryStreamName\":\"wire\",\"Records\":[{\"Data\":\"" + data("{\"k\":\"f\"}\n") + "\"}]}";
        HttpResponse<String> answer = send(SignedRequest.of(served.uri(), "PutRecordBatch", body,
                Map.of("User-Agent", "aws-fluent-bit-plugin"), Duration.ZERO));
        assertEquals(200, answer.statusCode());
        assertTrue(answer.body().contains("\"FailedPutCount\":0"), answer.body());
        assertFalse(answer.headers().firstValue("x-amzn-RequestId").orElseThrow().isEmpty());
    }

    /// Its health check asks for the stream by name.
    @Test
    void vectorFindsTheStreamWell() throws Exception {
        HttpResponse<String> answer = send(signed("DescribeDeliveryStream", "{\"DeliveryStreamName\":\"wire\"}"));
        JsonNode described = Served.JSON.readTree(answer.body()).path("DeliveryStreamDescription");
        assertEquals("wire", described.path("DeliveryStreamName").asText());
        assertTrue(described.path("CreateTimestamp").isNumber());
    }

    /// A column of the table is a body; `SerializationException` is what AWS calls JSON that is not the operation's.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "SerializationException|{", "SerializationException|[]", "SerializationException|null",
            "SerializationException|{\"DeliveryStreamName\":\"wire\",\"Records\":{}}",
            "SerializationException|{\"DeliveryStreamName\":\"wire\",\"Records\":[1]}",
            "SerializationException|{\"DeliveryStreamName\":\"wire\",\"Records\":[{\"Data\":1}]}",
            "SerializationException|{\"DeliveryStreamName\":\"wire\",\"Records\":[{\"Data\":\"?\"}]}",
            "SerializationException|{\"DeliveryStreamName\":\"wire\",\"Records\":[]} more",
            "ValidationException|{\"DeliveryStreamName\":\"wire\",\"Records\":[]}",
            "ValidationException|{\"DeliveryStreamName\":\"wire\",\"Records\":[{}]}",
            "ValidationException|{\"Records\":[{\"Data\":\"\"}]}",
            "ValidationException|{\"DeliveryStreamName\":\"../../etc\",\"Records\":[{\"Data\":\"\"}]}",
            "ResourceNotFoundException|{\"DeliveryStreamName\":\"..\",\"Records\":[{\"Data\":\"\"}]}"})
    void whatIsNoPutIsRefused(String type, String body) throws Exception {
        HttpResponse<String> answer = send(signed("PutRecordBatch", body));
        assertEquals(400, answer.statusCode());
        assertEquals(type, Served.JSON.readTree(answer.body()).path("__type").asText(), answer.body());
    }

    @Test
    void deepJsonIsRefusedAndNotFollowed() throws Exception {
        HttpResponse<String> answer = send(signed("CreateDeliveryStream", "{\"a\":".repeat(100_000)));
        assertEquals("SerializationException", Served.JSON.readTree(answer.body()).path("__type").asText());
    }

    @ParameterizedTest
    @CsvSource({"PT-1H,Signature expired", "PT1H,Signature not yet current"})
    void aClockThatIsOffByAnHourIsNamed(Duration skew, String message) throws Exception {
        HttpResponse<String> answer = send(SignedRequest.of(served.uri(), "ListDeliveryStreams", "{}", Map.of(), skew));
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().contains("InvalidSignatureException") && answer.body().contains(message),
                answer.body());
        assertTrue(answer.headers().firstValue("Date").isPresent(), "clients set their clocks by it");
    }

    @Test
    void aBodyThatWasChangedAfterItWasSignedIsRefused() throws Exception {
        HttpRequest request = signed("ListDeliveryStreams", "{}").build();
        HttpRequest.Builder changed = HttpRequest.newBuilder(request.uri())
                .POST(HttpRequest.BodyPublishers.ofString("{\"Limit\":1}"));
        request.headers().map().forEach((name, values) -> values.forEach(value -> changed.header(name, value)));
        assertTrue(send(changed).body().contains("InvalidSignatureException"));
    }

    @Test
    void unsignedRequestsAreRefused() throws Exception {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(served.uri().resolve("/"))
                .header("Content-Type", "application/x-amz-json-1.1")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertTrue(answer.body().contains("MissingAuthenticationTokenException"), answer.body());
    }

    @Test
    void anUnknownOperationIsNamed() throws Exception {
        assertTrue(send(signed("PutEverything", "{}")).body().contains("UnknownOperationException"));
    }

    @Test
    void tenGigabytesAreRefusedBeforeTheyCome() throws Exception {
        String answer = raw("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000000\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 413"), answer);
    }

    @Test
    void aBodyWithoutEndIsRefusedWhenItIsTooLarge() throws Exception {
        try (Socket socket = new Socket(served.uri().getHost(), served.uri().getPort())) {
            OutputStream to = socket.getOutputStream();
            to.write("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            try {
                for (int i = 0; i < 400; i++) {
                    to.write(chunk);
                }
            } catch (IOException e) {
                // The server hangs up, which is right; its answer may be lost by that.
                return;
            }
            assertTrue(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII)
                    .startsWith("HTTP/1.1 413"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"evil.example|", "evil.example:80|", "localhost|http://evil.example",
            "localhost|null"})
    void otherSitesPagesReachNothing(String host, String origin) throws Exception {
        String answer = raw("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n"
                + (origin == null ? "" : "Origin: " + origin + "\r\n") + "Connection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 403"), answer);
    }

    @ParameterizedTest
    @CsvSource({"/../../etc/passwd", "/%2e%2e/x", "/.sluice-serve/clock.json", "/wire-bucket/"})
    void nothingElseIsServed(String path) throws Exception {
        String answer = raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 40"), answer);
    }

    private String raw(String request) throws IOException {
        URI uri = served.uri();
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(64), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void thePlaygroundSaysWhereARecordGoes() throws Exception {
        String configuration = """
                {"DeliveryStreamName":"p","ExtendedS3DestinationConfiguration":{
                "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::p-bucket",
                "Prefix":"k=!{partitionKeyFromQuery:k}/","ErrorOutputPrefix":"errors/",
                "DynamicPartitioningConfiguration":{"Enabled":true},
                "ProcessingConfiguration":{"Enabled":true,"Processors":[{"Type":"MetadataExtraction","Parameters":[
                {"ParameterName":"MetadataExtractionQuery","ParameterValue":"{k:.k}"},
                {"ParameterName":"JsonParsingEngine","ParameterValue":"JQ-1.6"}]}]}}}""";
        JsonNode fine = play(configuration, "{\"k\":\"<b>\"}").path("outcomes").path(0);
        assertEquals("s3://p-bucket/k=<b>/", fine.path("path").asText());
        JsonNode rejected = play(configuration, "{}").path("outcomes").path(0);
        assertEquals("partitionKeys values must not be null or empty", rejected.path("error").asText());
        assertEquals("ERROR", play("{}", "{}").path("problems").path(0).path("severity").asText());
    }

    private JsonNode play(String configuration, String record) throws IOException, InterruptedException {
        String body = Served.JSON.createObjectNode().put("configuration", configuration).put("record", record)
                .toString();
        return Served.JSON.readTree(send(HttpRequest.newBuilder(served.uri().resolve("/_sluice/playground"))
                .POST(HttpRequest.BodyPublishers.ofString(body))).body());
    }

    @Test
    void thePageLoadsNothingFromElsewhere() throws Exception {
        for (String path : List.of("/", "/page.js", "/page.css")) {
            HttpResponse<String> answer = send(HttpRequest.newBuilder(served.uri().resolve(path)));
            assertEquals(200, answer.statusCode());
            assertTrue(answer.headers().firstValue("Content-Security-Policy").orElse("")
                    .startsWith("default-src 'none'; script-src 'self';"));
            assertFalse(answer.body().replace("http://www.w3.org/2000/svg", "").contains("://") && path.equals("/"),
                    path);
            assertFalse(answer.body().contains("innerHTML"), path);
        }
    }

    @Test
    void metricsAndHealthAreTold() throws Exception {
        String metrics = send(HttpRequest.newBuilder(served.uri().resolve("/metrics"))).body();
        assertTrue(metrics.contains("sluice_records_total{stream=\"wire\"} "), metrics);
        assertTrue(metrics.endsWith("# EOF\n"));
        assertEquals("ok", Served.JSON.readTree(send(HttpRequest.newBuilder(served.uri().resolve("/health"))).body())
                .path("status").asText());
        assertEquals(List.of(), served.warnings);
    }
}
