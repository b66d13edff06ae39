package io.sluice.local.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.UsageException;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.function.FunctionHost;
import io.sluice.local.serve.function.FunctionHost.Reply;
import io.sluice.local.serve.function.FunctionServer;
import io.sluice.local.serve.streams.OutsideServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.InvalidArgumentException;
import software.amazon.awssdk.services.firehose.model.Processor;
import software.amazon.awssdk.services.firehose.model.Record;

/// Streams whose `Lambda` processor names a function of the user's.
final class OwnFunctionTest {
    private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:function:shout";

    private FunctionHost host;

    @BeforeEach
    void start() throws IOException {
        host = FunctionHost.start();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private ServeSettings settings(Path out) {
        return Served.settings(out, DeliberateFaults.NONE, 1,
                ServeSettings.Outside.of(Optional.of(FunctionServer.at(host.uri().toString())), OutsideServers.NONE));
    }

    private static void create(FirehoseClient client, Processor... before) {
        List<Processor> processors = new ArrayList<>(List.of(before));
        processors.add(lambda());
        processors.add(Served.processor("AppendDelimiterToRecord", Map.of()));
        client.createDeliveryStream(request -> request.deliveryStreamName("s").extendedS3DestinationConfiguration(
                s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r").bucketARN("arn:aws:s3:::data")
                        .prefix("k=!{partitionKeyFromLambda:k}/")
                        .errorOutputPrefix("errors/!{firehose:error-output-type}/")
                        .bufferingHints(hints -> hints.sizeInMBs(64).intervalInSeconds(60)).compressionFormat("GZIP")
                        .dynamicPartitioningConfiguration(dynamic -> dynamic.enabled(true))
                        .processingConfiguration(processing -> processing.enabled(true).processors(processors))));
    }

    private static List<JsonNode> errors(Map<String, List<String>> lines, String type) throws IOException {
        List<JsonNode> errors = new ArrayList<>();
        for (String line : lines.getOrDefault("errors/" + type, List.of())) {
            errors.add(Served.JSON.readTree(line));
        }
        return errors;
    }

    private static Processor lambda() {
        return Served.processor("Lambda", Map.of("LambdaArn", ARN, "NumberOfRetries", "0"));
    }

    private static void put(FirehoseClient client, String... texts) {
        List<Record> records = List.of(texts).stream().map(Served::record).toList();
        client.putRecordBatch(each -> each.deliveryStreamName("s").records(records));
    }

    private static Reply shout(FunctionHost.Call call) {
        return FunctionHost.each(call, record -> {
            String text = FunctionHost.text(record);
            return switch (text) {
                case "drop" -> FunctionHost.result(record, "Dropped");
                case "fail" -> FunctionHost.result(record, "ProcessingFailed");
                case "keyless" -> FunctionHost.ok(record, text, Map.of());
                default -> FunctionHost.ok(record, text + "!", Map.of("k", text.substring(0, 1)));
            };
        });
    }

    @Test
    void recordsLandAsTheFunctionMadeThemUnderItsKeys(@TempDir Path out) throws Exception {
        host.does(OwnFunctionTest::shout);
        try (Served served = Served.on(settings(out))) {
            create(served.client);
            put(served.client, "apple", "drop", "fail", "bee", "keyless", "ant");
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            Map<String, List<String>> lines = served.lines("data");
            assertEquals(List.of("ant!", "apple!"), lines.get("k=a"));
            assertEquals(List.of("bee!"), lines.get("k=b"));
            JsonNode failed = errors(lines, "processing-failed").getFirst();
            assertEquals(List.of("rawData", "errorCode", "errorMessage", "attemptsMade", "arrivalTimestamp",
                    "attemptEndingTimestamp", "lambdaARN"), failed.propertyStream().map(Map.Entry::getKey).toList());
            assertEquals("fail", new String(failed.path("rawData").binaryValue(), UTF_8));
            assertEquals("Lambda.ProcessingFailedStatus", failed.path("errorCode").asText());
            assertEquals("ProcessingFailed status set for record", failed.path("errorMessage").asText());
            assertEquals(1, failed.path("attemptsMade").asInt());
            assertEquals(ARN + ":$LATEST", failed.path("lambdaARN").asText());
            JsonNode keyless = errors(lines, "partitioning-failed").getFirst();
            assertEquals("keyless", new String(keyless.path("rawData").binaryValue(), UTF_8));
            assertTrue(keyless.path("lambdaARN").isMissingNode());
            assertEquals(4, lines.size());
        }
    }

    /// Firehose's order: deaggregation, the function, keys of the query out of what the function made.
    @Test
    void theFunctionStandsBetweenDeaggregationAndTheQuery(@TempDir Path out) throws Exception {
        host.does(call -> FunctionHost.each(call, record -> FunctionHost.ok(record,
                FunctionHost.text(record).replace("old", "new"), Map.of("k", "f"))));
        try (Served served = Served.on(settings(out))) {
            served.client.createDeliveryStream(request -> request.deliveryStreamName("s")
                    .extendedS3DestinationConfiguration(s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r")
                            .bucketARN("arn:aws:s3:::data").compressionFormat("GZIP")
                            .prefix("!{partitionKeyFromLambda:k}/!{partitionKeyFromQuery:q}/")
                            .errorOutputPrefix("errors/")
                            .bufferingHints(hints -> hints.sizeInMBs(64).intervalInSeconds(60))
                            .dynamicPartitioningConfiguration(dynamic -> dynamic.enabled(true))
                            .processingConfiguration(processing -> processing.enabled(true).processors(
                                    Served.processor("RecordDeAggregation", Map.of("SubRecordType", "JSON")), lambda(),
                                    Served.processor("MetadataExtraction", Map.of("MetadataExtractionQuery", "{q:.q}",
                                            "JsonParsingEngine", "JQ-1.6")),
                                    Served.processor("AppendDelimiterToRecord", Map.of())))));
            put(served.client, "{\"q\":\"old\",\"n\":1}{\"q\":\"x\",\"n\":2}");
            served.post("/_sluice/flush");
            assertEquals(Map.of("f/new", List.of("{\"q\":\"new\",\"n\":1}"), "f/x", List.of("{\"q\":\"x\",\"n\":2}")),
                    served.lines("data"));
            assertEquals(2, new HashSet<>(host.calls().getFirst().ids()).size(), "each has an id of its own");
        }
    }

    @Test
    void aFunctionThatFailsCostsItsRecordsNothingButTheirPlace(@TempDir Path out) throws Exception {
        host.does(call -> Reply.status(500));
        try (Served served = Served.on(settings(out))) {
            create(served.client);
            put(served.client, "apple", "bee");
            served.post("/_sluice/flush");
            List<JsonNode> failed = errors(served.lines("data"), "processing-failed");
            assertEquals(2, failed.size());
            assertEquals("Lambda.FunctionError", failed.getFirst().path("errorCode").asText());
        }
    }

    /// The server of functions is started after Sluice, or was restarted: what came meanwhile waits for it.
    @Test
    void recordsWaitForAServerOfFunctionsThatIsNotThere(@TempDir Path out) throws Exception {
        ServeSettings settings = settings(out);
        int port = host.uri().getPort();
        host.close();
        try (Served served = Served.on(settings)) {
            create(served.client);
            put(served.client, "apple");
            while (!served.get("/health").contains("there is no server at")) {
                Thread.onSpinWait();
            }
            host = FunctionHost.start(port).does(OwnFunctionTest::shout);
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(Map.of("k=a", List.of("apple!")), served.lines("data"));
        }
    }

    /// Neither the end of the server nor an update waits for minutes.
    @Test
    void nobodyWaitsForAFunctionThatHangs(@TempDir Path out) throws Exception {
        var called = new CountDownLatch(1);
        host.does(call -> {
            called.countDown();
            return new Reply.Silence();
        });
        try (Served served = Served.on(settings(out))) {
            create(served.client);
            put(served.client, "apple");
            called.await();
            served.client.updateDestination(
                    request -> request.deliveryStreamName("s").destinationId("destinationId-000000000001")
                            .currentDeliveryStreamVersionId("1")
                            .extendedS3DestinationUpdate(s3 -> s3.prefix("l=!{partitionKeyFromLambda:k}/")));
        }
        host.does(OwnFunctionTest::shout);
        try (Served served = Served.on(settings(out))) {
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(Map.of("l=a", List.of("apple!")), served.lines("data"));
        }
    }

    @Test
    void withoutAPlaceToCallFunctionsStreamsThatHaveThemAreRefused(@TempDir Path out) {
        try (Served served = Served.on(settings(out))) {
            create(served.client);
        }
        var refused = assertThrows(UsageException.class, () -> Served.on(out));
        assertTrue(String.valueOf(refused.getMessage()).contains("--lambda"), refused.toString());
    }

    @Test
    void withoutAPlaceToCallFunctionsNoneIsCreated(@TempDir Path out) {
        try (Served served = Served.on(out)) {
            var refused = assertThrows(InvalidArgumentException.class, () -> create(served.client));
            assertTrue(String.valueOf(refused.getMessage()).contains("--lambda"), refused.toString());
        }
    }

    /// The function answers each call differently, and the server is killed in the middle, again and again: a batch
    /// that was answered twice lands under one of its answers, whole.
    @Tag("long")
    @Test
    void killedInTheMiddleOfCallsEachRecordLandsOnceUnderOneAnswer(@TempDir Path out) throws Exception {
        var calls = new AtomicLong();
        host.does(call -> {
            long number = calls.incrementAndGet();
            return FunctionHost.each(call, record -> FunctionHost.ok(record,
                    FunctionHost.text(record) + " by " + number, Map.of("k", Long.toString(number % 3))));
        });
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        int next = 0;
        for (int life = 0; life < 3; life++) {
            Process process = ServeProcess.start(out, host.uri());
            long enough = calls.get() + 4;
            Thread killer = Thread.ofPlatform().start(() -> {
                while (calls.get() < enough && process.isAlive()) {
                    Thread.onSpinWait();
                }
                process.destroyForcibly();
            });
            try (FirehoseClient client = Served.client(ServeProcess.uri(process), "local", "local")) {
                if (life == 0) {
                    create(client);
                }
                while (true) {
                    List<String> texts = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        texts.add("record " + next++);
                    }
                    put(client, texts.toArray(String[]::new));
                    acknowledged.addAll(texts);
                }
            } catch (SdkException e) {
                assertTrue(calls.get() >= enough, () -> "killed too early: " + e);
            } finally {
                killer.join();
                process.waitFor();
            }
        }
        try (Served served = Served.on(settings(out))) {
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            Map<String, List<String>> lines = served.lines("data");
            List<String> delivered = new ArrayList<>();
            lines.forEach((place, texts) -> texts.forEach(text -> {
                delivered.add(text.substring(0, text.indexOf(" by ")));
                long number = Long.parseLong(text.substring(text.indexOf(" by ") + 4));
                assertEquals("k=" + number % 3, place, "the key is of another answer than the data");
            }));
            assertEquals(delivered.size(), new HashSet<>(delivered).size(), "doubled");
            var lost = new HashSet<>(acknowledged);
            delivered.forEach(lost::remove);
            assertEquals(Set.of(), lost);
        }
    }
}
