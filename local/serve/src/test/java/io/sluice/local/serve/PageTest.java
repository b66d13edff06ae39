package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.firehose.model.CompressionFormat;

/// What the page asks for: objects, what is in them, and their redrive.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageTest {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>\"'&\u202e";

    private static final String END = "\r\nConnection: close\r\n\r\n";

    private Served served;

    @BeforeAll
    void start(@TempDir Path folder) {
        served = Served.on(folder);
    }

    @AfterAll
    void stop() {
        served.close();
    }

    private static String query(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// The stream's objects, once there are that many.
    private JsonNode objects(String stream, int data, int errors) throws Exception {
        JsonNode listed = Served.JSON.readTree(served.get("/_sluice/objects?stream=" + stream));
        while (listed.path("objects").asInt() < data || listed.path("errorObjects").asInt() < errors) {
            listed = Served.JSON.readTree(served.get("/_sluice/objects?stream=" + stream));
        }
        return listed;
    }

    private JsonNode look(String stream, String key) throws Exception {
        return Served.JSON.readTree(served.get("/_sluice/look?stream=" + stream + "&key=" + query(key)));
    }

    private HttpResponse<String> redrive(String stream, String key) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(served.uri().resolve("/_sluice/redrive"))
                    .POST(HttpRequest.BodyPublishers.ofString(
                            Served.JSON.createObjectNode().put("stream", stream).put("key", key).toString()))
                    .build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private void put(String stream, String record) {
        served.client.putRecord(put -> put.deliveryStreamName(stream).record(Served.record(record)));
    }

    private void flush() throws Exception {
        JsonNode flushed = served.post("/_sluice/flush");
        assertEquals(200, flushed.path("status").asInt(), flushed.toString());
    }

    /// Of records that no flusher has seen yet, too.
    @Test
    void whatWaitsHasBytesAndIsNotedForPagesThatAreOpenedLater() throws Exception {
        served.createByKey("waiting", "waiting-bucket");
        put("waiting", "{\"k\":\"a\"}");
        JsonNode told = Served.JSON.readTree(served.get("/_sluice/streams")).valueStream()
                .filter(stream -> stream.path("name").asText().equals("waiting")).findFirst().orElseThrow();
        assertEquals(1, told.path("waiting").asInt(), told.toString());
        assertTrue(told.path("waitingBytes").asInt() > 0, told.toString());
        JsonNode noted = Served.JSON.readTree(served.get("/_sluice/history"));
        while (noted.path("waiting").isEmpty()) {
            noted = Served.JSON.readTree(served.get("/_sluice/history"));
        }
        assertTrue(noted.path("waiting").path(0).has("waitingBytes"), noted.toString());
    }

    @Test
    void hostileKeysAndRecordsAreToldAsTheyAre() throws Exception {
        served.createByKey("hostile", "hostile-bucket");
        String record = Served.JSON.createObjectNode().put("k", HOSTILE).toString();
        put("hostile", record);
        flush();
        JsonNode listed = objects("hostile", 1, 0);
        assertEquals("k=" + HOSTILE + "/", listed.path("partitions").path(0).path("path").asText());
        String key = listed.path("newest").path(0).path("key").asText();
        JsonNode look = look("hostile", key);
        assertEquals(record, look.path("records").path(0).path("text").asText());
        assertEquals("gzip", look.path("format").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNCOMPRESSED", "GZIP", "ZIP", "Snappy", "HADOOP_SNAPPY"})
    void anObjectOfAnyFormatIsLookedInto(String format) throws Exception {
        String stream = "format-" + format;
        served.client.createDeliveryStream(request -> request.deliveryStreamName(stream)
                .extendedS3DestinationConfiguration(s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r")
                        .bucketARN("arn:aws:s3:::formats").prefix(format + "/")
                        .errorOutputPrefix("errors/!{firehose:error-output-type}/")
                        .compressionFormat(CompressionFormat.fromValue(format))));
        put(stream, "{\"a\":1}{\"a\":2}\n");
        put(stream, "{\"a\":\"\u00e9\"}\n");
        flush();
        JsonNode look = look(stream, objects(stream, 1, 0).path("newest").path(0).path("key").asText());
        assertEquals(List.of("{\"a\":1}", "{\"a\":2}", "{\"a\":\"\u00e9\"}"),
                look.path("records").findValuesAsText("text").stream().map(String::strip).toList(), look.toString());
        assertFalse(look.path("more").asBoolean());
    }

    @Test
    void rowsOfParquetAreShownAsJson(@TempDir Path folder) throws Exception {
        var configuration = (ObjectNode) Served.JSON.readTree(
                """
                        {"DeliveryStreamName": "rows", "DeliveryStreamType": "DirectPut",
                         "ExtendedS3DestinationConfiguration": {
                          "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::rows-bucket",
                          "Prefix": "data/", "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                          "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300},
                          "DataFormatConversionConfiguration": {"Enabled": true,
                            "SchemaConfiguration": {"RoleARN": "arn:aws:iam::123456789012:role/r", "DatabaseName": "d",
                              "TableName": "t"},
                            "InputFormatConfiguration": {"Deserializer": {"OpenXJsonSerDe": {}}},
                            "OutputFormatConfiguration": {"Serializer": {"ParquetSerDe": {}}}}},
                         "Sluice": {"Table": {"Columns": [
                           {"Name": "k", "Type": "string"}, {"Name": "n", "Type": "int"}]}}}""");
        ServeSettings plain = Served.settings(folder, DeliberateFaults.NONE, 1);
        var settings = new ServeSettings(plain.out(), List.of(configuration), plain.address(), 0, plain.security(),
                plain.hosts(), plain.keys(), plain.journalBytes(), 1, DeliberateFaults.NONE, plain.reset(),
                plain.outside());
        try (var rows = Served.on(settings)) {
            rows.client
                    .putRecord(put -> put.deliveryStreamName("rows").record(Served.record("{\"k\":\"<b>\",\"n\":7}")));
            assertEquals(200, rows.post("/_sluice/flush").path("status").asInt());
            String key = Served.JSON.readTree(rows.get("/_sluice/objects?stream=rows")).path("newest").path(0)
                    .path("key").asText();
            JsonNode look = Served.JSON.readTree(rows.get("/_sluice/look?stream=rows&key=" + query(key)));
            assertEquals("{\"k\":\"<b>\",\"n\":7}", look.path("records").path(0).path("text").asText(),
                    look.toString());
            assertEquals("Parquet", look.path("format").asText());
        }
    }

    @Test
    void ofManyAndLongRecordsTheFirstAreShownAndCutBetweenCharacters() throws Exception {
        served.createByKey("long", "long-bucket");
        put("long", "{\"k\":\"a\",\"x\":\"" + "\u00e9".repeat(5_000) + "\"}");
        for (int i = 0; i < 25; i++) {
            put("long", "{\"k\":\"a\"}");
        }
        put("long", "{\"k\":\"b\",\"x\":\"\"}\u0000");
        flush();
        for (JsonNode object : objects("long", 2, 0).path("newest")) {
            JsonNode look = look("long", object.path("key").asText());
            assertTrue(look.path("records").size() <= 20);
            look.path("records").forEach(each -> assertFalse(each.path("text").asText().contains("\ufffd")));
            if (object.path("key").asText().startsWith("k=a")) {
                assertTrue(look.path("more").asBoolean());
                assertEquals(List.of(true), look.findValues("cut").stream().map(JsonNode::asBoolean)
                        .filter(each -> each).toList());
            }
        }
    }

    @Test
    void whatIsNoObjectOfTheStreamIsNotShown() throws Exception {
        served.createByKey("mine", "shared-bucket");
        served.createByKey("other", "shared-bucket");
        put("other", "{\"k\":\"secret\"}");
        flush();
        String key = objects("other", 1, 0).path("newest").path(0).path("key").asText();
        assertEquals(0, Served.JSON.readTree(served.get("/_sluice/objects?stream=mine")).path("objects").asInt());
        for (String each : List.of(key, "../mine/x", "", "%", "a\u0000b")) {
            assertEquals("The stream has no such object", look("mine", each).path("message").asText(), each);
            assertEquals(404, redrive("mine", each).statusCode(), each);
        }
        assertTrue(raw(served.uri(), "GET /_sluice/look?stream=mine&key=%zz HTTP/1.1\r\nHost: localhost" + END)
                .startsWith("HTTP/1.1 400"));
        assertTrue(served.get("/_sluice/objects?stream=none").contains("not found"));
    }

    @Test
    void anErrorObjectTellsItsCauseAndIsRedrivenOnce() throws Exception {
        served.createByKey("errors", "errors-bucket");
        put("errors", "{\"k\":null,\"n\":1}");
        put("errors", "{\"n\":2}");
        flush();
        JsonNode error = objects("errors", 0, 1).path("errors").path(0);
        assertEquals("partitionKeys values must not be null or empty", error.path("message").asText());
        assertEquals(2, error.path("records").asInt());
        assertFalse(error.path("redriven").asBoolean());
        String key = error.path("key").asText();
        JsonNode inside = look("errors", key).path("records").path(0);
        assertEquals("{\"k\":null,\"n\":1}", inside.path("text").asText());

        changeQuery("errors", "{k:(.k // \\\"none\\\")}");
        assertEquals("now", Served.JSON.readTree(redrive("errors", key).body()).path("redriven").asText());
        assertEquals("earlier", Served.JSON.readTree(redrive("errors", key).body()).path("redriven").asText());
        flush();
        assertEquals("earlier", Served.JSON.readTree(redrive("errors", key).body()).path("redriven").asText());
        flush();
        assertEquals(List.of("{\"k\":null,\"n\":1}", "{\"n\":2}"), served.lines("errors-bucket").get("k=none"));
        assertTrue(objects("errors", 1, 1).path("errors").path(0).path("redriven").asBoolean());
    }

    private void changeQuery(String stream, String query) {
        var described = served.client.describeDeliveryStream(each -> each.deliveryStreamName(stream))
                .deliveryStreamDescription();
        served.client.updateDestination(update -> update.deliveryStreamName(stream)
                .currentDeliveryStreamVersionId(described.versionId())
                .destinationId(described.destinations().getFirst().destinationId())
                .extendedS3DestinationUpdate(s3 -> s3.processingConfiguration(processing -> processing.enabled(true)
                        .processors(List.of(
                                Served.processor("MetadataExtraction",
                                        Map.of("MetadataExtractionQuery", query.replace("\\\"", "\""),
                                                "JsonParsingEngine", "JQ-1.6")),
                                Served.processor("AppendDelimiterToRecord", Map.of()))))));
    }

    @Test
    void anObjectOfDataIsNotRedriven() throws Exception {
        served.createByKey("plain", "plain-bucket");
        put("plain", "{\"k\":\"a\"}");
        flush();
        HttpResponse<String> answer = redrive("plain",
                objects("plain", 1, 0).path("newest").path(0).path("key").asText());
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().contains("It holds no error records"), answer.body());
    }

    @Test
    void aConfigurationThatNamesCodeThatIsNotHereIsAProblemAndNoFailure() throws Exception {
        String configuration = """
                {"DeliveryStreamName":"p","ExtendedS3DestinationConfiguration":{
                "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::p-bucket",
                "Prefix":"k/","ErrorOutputPrefix":"errors/"},
                "Sluice":{"Transformer":"nowhere"}}""";
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(HttpRequest
                    .newBuilder(served.uri().resolve("/_sluice/playground"))
                    .POST(HttpRequest.BodyPublishers.ofString(Served.JSON.createObjectNode()
                            .put("configuration", configuration).put("record", "{}").toString()))
                    .build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), answer.body());
            assertTrue(Served.JSON.readTree(answer.body()).path("problems").path(0).path("message").asText()
                    .contains("no RecordTransformer called 'nowhere'"), answer.body());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"cross-site|no-cors|script|403", "same-site|no-cors|image|403",
            "cross-site|navigate|iframe|403", "cross-site|navigate|document|200", "same-origin|cors|empty|200"})
    void browsersThatComeFromOtherSitesMayFollowALinkAndNothingElse(String site, String mode, String dest, int status)
            throws Exception {
        String answer = raw(served.uri(), "GET / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: " + site
                + "\r\nSec-Fetch-Mode: " + mode + "\r\nSec-Fetch-Dest: " + dest + "\r\nConnection: close\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 " + status), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /_sluice/redrive", "POST /_sluice/flush", "POST /_sluice/demo/kill",
            "POST /_sluice/playground", "GET /_sluice/objects"})
    void otherOriginsAndOtherNamesReachNoRouteOfThePage(String route) throws Exception {
        int port = served.uri().getPort();
        for (String headers : List.of("Host: evil.example:" + port, "Host: localhost\r\nOrigin: http://evil.example",
                "Host: localhost:" + port + "\r\nOrigin: http://localhost:1", "Host: localhost\r\nOrigin: null",
                "Host: 127.0.0.1.evil.example", "Host: localhost.", "Host: localhost:80:80", "Host: [::1].evil")) {
            String answer = raw(served.uri(), route + " HTTP/1.1\r\n" + headers
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            assertTrue(answer.startsWith("HTTP/1.1 403") || answer.startsWith("HTTP/1.1 400"), headers + ": " + answer);
        }
    }

    /// A name that its owner lets point to 127.0.0.1, in a browser on the server's own machine.
    @Test
    void beyondLoopbackTooThePageIsReachedByNamesOfLoopbackAlone(@TempDir Path folder) throws Exception {
        ServeSettings loopback = Served.settings(folder, DeliberateFaults.NONE, 1);
        var settings = new ServeSettings(loopback.out(), List.of(), InetAddress.getByName("0.0.0.0"), 0,
                loopback.security(), loopback.hosts(), loopback.keys(), loopback.journalBytes(), 1,
                DeliberateFaults.NONE,
                loopback.reset(), loopback.outside());
        try (var open = Served.on(settings)) {
            URI uri = URI.create("http://127.0.0.1:" + open.uri().getPort());
            assertTrue(raw(uri, "GET / HTTP/1.1\r\nHost: evil.example" + END).startsWith("HTTP/1.1 403"));
            assertTrue(raw(uri, "GET / HTTP/1.1\r\nHost: localhost" + END).startsWith("HTTP/1.1 200"));
            assertTrue(raw(uri, "GET /health HTTP/1.1\r\nHost: firehose.example" + END).startsWith("HTTP/1.1 200"));
        }
    }

    private static String raw(URI uri, String request) throws IOException {
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(64), StandardCharsets.US_ASCII);
        }
    }
}
