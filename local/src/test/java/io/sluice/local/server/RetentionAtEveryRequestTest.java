package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.RetentionHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.lambda.Wiring;
import io.sluice.local.server.FaultyHttpClient.Crash;
import io.sluice.local.server.FaultyHttpClient.Fault;
import io.sluice.objects.StoreException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The retention function through the AWS SDK against real servers: each of its requests in turn goes wrong, and what is due goes
/// all the same, once the invocation is repeated; what is not due never does.
final class RetentionAtEveryRequestTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BUCKET = "retention-test";
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String ERASE = "{\"erase\":{\"key\":\"k=a\"}}";
    private static final String RUN = "{\"run\":true,\"now\":\"2026-01-06T00:00:00Z\"}";

    private static EmbeddedServices services;
    private static S3Client s3;

    @BeforeAll
    static void start(@TempDir Path out) {
        services = EmbeddedServices.start(out.resolve("out"), out.resolve("work"), BUCKET);
        s3 = services.s3Client();
    }

    @AfterAll
    static void stop() {
        s3.close();
        services.close();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void anErasureIsFinishedByRepeatingItWhateverRequestGoesWrong(Fault fault) throws IOException {
        String name = "erase-" + fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int requests = 1;
        for (int at = 0; at <= requests; at++) {
            String stream = name + "-" + at;
            deliver(stream);
            stage(stream, "a", "late");
            requests = Math.max(requests, invoke(stream, fault, at, ERASE));
            JsonNode proof = repeat(stream, ERASE);
            assertTrue(proof.path("complete").asBoolean(), proof.toString());
            assertEquals(Map.of("k=ab/d=2026-01-01", 1L, "k=b/d=2026-01-01", 1L, "k=b/d=2026-01-05", 1L),
                    objects(stream));
        }
        assertTrue(requests > 10, "requests: " + requests);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aRunIsFinishedByTheNextWhateverRequestGoesWrong(Fault fault) throws IOException {
        String name = "run-" + fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int requests = 1;
        for (int at = 0; at <= requests; at++) {
            String stream = name + "-" + at;
            deliver(stream);
            invoke(stream, fault, 0, "{\"set\":{\"key\":\"k=a\",\"days\":2}}");
            invoke(stream, fault, 0, "{\"set\":{\"key\":\"k=b\",\"days\":2}}");
            requests = Math.max(requests, invoke(stream, fault, at, RUN));
            repeat(stream, RUN);
            assertEquals(Map.of("k=ab/d=2026-01-01", 1L, "k=b/d=2026-01-05", 1L), objects(stream));
        }
        assertTrue(requests > 5, "requests: " + requests);
    }

    private static void deliver(String stream) throws IOException {
        stage(stream, "a", "2026-01-01");
        stage(stream, "ab", "2026-01-01");
        stage(stream, "b", "2026-01-01");
        stage(stream, "b", "2026-01-05");
        try (Wiring wiring = wiring(stream, Fault.THROTTLED, 0).wiring()) {
            call(new FlushHandler(wiring), "{\"drain\":true}");
            call(new FlushHandler(wiring), "{\"drain\":true}");
        }
    }

    private static void stage(String stream, String key, String day) throws IOException {
        String record = "{\"k\":\"%s\",\"d\":\"%s\"}".formatted(key, day.equals("late") ? "2026-01-03" : day);
        try (Wiring wiring = wiring(stream, Fault.THROTTLED, 0).wiring()) {
            call(new TransformHandler(wiring), """
                    {"invocationId": "i", "deliveryStreamArn": "arn:aws:firehose:us-east-1:1:deliverystream/x",
                     "region": "us-east-1", "records": [
                       {"recordId": "%s-%s", "approximateArrivalTimestamp": %d, "data": "%s"}]}""".formatted(key, day,
                    NOON.toEpochMilli(), Base64.getEncoder().encodeToString(record.getBytes(UTF_8))));
        }
    }

    /// One process of the retention function, cut short by what goes wrong.
    ///
    /// @return how many requests were made
    private static int invoke(String stream, Fault fault, int at, String event) throws IOException {
        Faulty faulty = wiring(stream, fault, at);
        try (Wiring wiring = faulty.wiring()) {
            call(new RetentionHandler(wiring), event);
        } catch (Crash | StoreException failure) {
            assertTrue(at > 0, failure.toString());
        }
        return faulty.http().requests();
    }

    private static JsonNode repeat(String stream, String event) throws IOException {
        try (Wiring wiring = wiring(stream, Fault.THROTTLED, 0).wiring()) {
            return call(new RetentionHandler(wiring), event);
        }
    }

    private record Faulty(Wiring wiring, FaultyHttpClient http) {}

    /// The clock of retention is half an hour ahead of any object's own time.
    private static Faulty wiring(String stream, Fault fault, int at) {
        FaultyHttpClient http = new FaultyHttpClient(UrlConnectionHttpClient.create(), fault, at);
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", configuration(stream));
        InstantSource clock = InstantSource.fixed(InstantSource.system().instant().plusSeconds(3_600));
        return new Faulty(Wiring.create(environment, clock, _ -> {}, http), http);
    }

    private static JsonNode call(RequestStreamHandler handler, String event) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, null);
        return JSON.readTree(answer.toByteArray());
    }

    /// Folder → objects in it.
    private static Map<String, Long> objects(String stream) {
        return s3.listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix(stream + "/")).contents().stream()
                .map(object -> object.key().substring(stream.length() + 1, object.key().lastIndexOf('/')))
                .collect(Collectors.groupingBy(folder -> folder, Collectors.counting()));
    }

    private static String configuration(String stream) {
        return """
                {"DeliveryStreamName": "%1$s",
                 "DeliveryStreamType": "DirectPut",
                 "ExtendedS3DestinationConfiguration": {
                   "RoleARN": "arn:aws:iam::123456789012:role/delivery",
                   "BucketARN": "arn:aws:s3:::%2$s",
                   "Prefix": "%1$s/k=!{partitionKeyFromQuery:k}/d=!{partitionKeyFromQuery:d}/",
                   "ErrorOutputPrefix": "%1$s-errors/!{firehose:error-output-type}/",
                   "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300},
                   "CompressionFormat": "UNCOMPRESSED",
                   "DynamicPartitioningConfiguration": {"Enabled": true},
                   "ProcessingConfiguration": {"Enabled": true, "Processors": [
                     {"Type": "MetadataExtraction", "Parameters": [
                       {"ParameterName": "MetadataExtractionQuery",
                        "ParameterValue": "{k:.k,d:(.d|strptime(\\"%%Y-%%m-%%d\\")|strftime(\\"%%Y-%%m-%%d\\"))}"},
                       {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]},
                     {"Type": "AppendDelimiterToRecord"}]}},
                 "Sluice": {"Delivery": "buffer", "IndexShards": 2}}""".formatted(stream, BUCKET);
    }
}
