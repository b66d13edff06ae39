package io.sluice.local.emulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.batch.LocalContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// A stream from a batch to its objects, with the functions in this process and all that they keep on somebody's S3 and
/// DynamoDB. The same on the embedded servers at each build, on an emulator, and on LocalStack.
abstract class StreamContract {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final int RECORDS = 30;

    private StreamServers servers;
    private Stream functions;

    /// Servers with a data bucket, a staging bucket and a table that nobody else uses.
    ///
    /// @param folder empty, for what needs one
    protected abstract StreamServers servers(Path folder) throws IOException;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        servers = servers(folder);
        Map<String, String> variables = new HashMap<>(servers.environment());
        variables.put("SLUICE_CONFIG", Files.readString(Path.of("../../events/quakes/stream.json")));
        functions = AwsPorts.of(variables, UrlConnectionHttpClient.create()).stream(() -> NOW, _ -> {});
    }

    @AfterEach
    void stop() {
        functions.close();
        servers.close();
    }

    @Test
    void aBatchLandsOnceInTheFoldersOfItsKeysHoweverOftenItIsHandedOver() throws IOException {
        List<String> records = records("once");
        put(records);
        put(records);
        drain();
        put(records);
        drain();

        Map<String, List<String>> found = delivered();
        assertEquals(List.of("net=ak/date=2018-02-01/", "net=ci/date=2018-02-01/", "net=nc/date=2018-02-01/"),
                List.copyOf(found.keySet()));
        found.forEach((folder, lines) -> assertEquals(
                records.stream().filter(each -> folder.contains("net=" + each.substring(23, 25) + "/")).toList(),
                lines.stream().sorted().toList(), folder));
    }

    @Test
    void batchesOfSeveralRunsAreAllThere() throws IOException {
        var records = new ArrayList<String>();
        for (String batch : List.of("a", "b", "c")) {
            records.addAll(records(batch));
            put(records(batch));
            drain();
        }
        assertEquals(records.stream().sorted().toList(),
                delivered().values().stream().flatMap(List::stream).sorted().toList());
    }

    @Test
    void whatIsNoJsonIsAnErrorRecordAndNothingElse() throws IOException {
        put(List.of("no JSON", records("beside").getFirst()));
        drain();
        List<String> errors = keys().stream().filter(key -> key.startsWith("errors/")).toList();
        assertEquals(1, errors.size(), errors::toString);
        JsonNode error = JSON.readTree(lines(errors.getFirst()).getFirst());
        assertEquals("no JSON", new String(Base64.getDecoder().decode(error.path("rawData").asText()), UTF_8));
        assertEquals(1, delivered().size());
    }

    @Test
    void aRunWithNothingToDoWritesNothing() throws IOException {
        put(records("idle"));
        drain();
        List<String> before = keys();
        assertTrue(!before.isEmpty());
        drain();
        assertEquals(before, keys());
    }

    /// Sorted, and told apart by `batch`.
    private static List<String> records(String batch) {
        return IntStream.range(0, RECORDS).mapToObj(i -> """
                {"properties":{"net": "%s","time":1517443200000,"id":"%s-%02d"}}"""
                .formatted(List.of("ak", "ci", "nc").get(i / 10), batch, i)).toList();
    }

    private void put(List<String> records) throws IOException {
        var event = JSON.createObjectNode().put("deliveryStreamArn",
                "arn:aws:firehose:us-east-1:123456789012:deliverystream/quakes").put("region", "us-east-1");
        ArrayNode all = event.putArray("records");
        // Firehose's own ids are a record's for good: a batch is known by them.
        records.forEach(each -> all.addObject().put("recordId", UUID.nameUUIDFromBytes(each.getBytes(UTF_8)).toString())
                .put("approximateArrivalTimestamp", NOW.toEpochMilli())
                .put("data", Base64.getEncoder().encodeToString(each.getBytes(UTF_8))));
        JsonNode answers = invoke(new TransformHandler(functions), event.toString()).path("records");
        assertEquals(records.size(), answers.findValuesAsText("result").stream().filter("Dropped"::equals).count(),
                answers::toString);
    }

    private void drain() throws IOException {
        JsonNode answer = invoke(new FlushHandler(functions), "{\"drain\":true}");
        assertEquals(0, answer.path("deliveriesOpen").asInt(-1), answer::toString);
        assertEquals(0, answer.path("recordsPending").asInt(-1), answer::toString);
    }

    private static JsonNode invoke(RequestStreamHandler handler, String event) throws IOException {
        var answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, new LocalContext("quakes", "1"));
        return JSON.readTree(answer.toByteArray());
    }

    /// The lines of all delivered objects by their folder, read without Sluice.
    private Map<String, List<String>> delivered() throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        for (String key : keys()) {
            if (!key.startsWith("errors/")) {
                found.computeIfAbsent(key.substring(0, key.lastIndexOf('/') + 1), _ -> new ArrayList<>())
                        .addAll(lines(key));
            }
        }
        return found;
    }

    private List<String> keys() {
        return servers.s3().listObjectsV2Paginator(list -> list.bucket(bucket())).contents().stream()
                .map(each -> each.key())
                .toList();
    }

    private List<String> lines(String key) throws IOException {
        byte[] object = servers.s3().getObjectAsBytes(get -> get.bucket(bucket()).key(key)).asByteArray();
        try (var text = new GZIPInputStream(new ByteArrayInputStream(object))) {
            return new String(text.readAllBytes(), UTF_8).lines().toList();
        }
    }

    private String bucket() {
        return servers.environment().getOrDefault("SLUICE_DATA_BUCKET", "");
    }
}
