package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.runtime.DeployedJar;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.function.FunctionServer;
import io.sluice.local.serve.streams.OutsideServers;
import io.sluice.testkit.runtime.LambdaService;
import io.sluice.testkit.runtime.LambdaService.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.firehose.model.Record;

/// A stream of the local server whose function is Sluice's own transform function, in delivery `firehose`: the jar that
/// is deployed, on AWS's runtime interface client.
@Tag("long")
final class SluicesOwnFunctionTest {
    private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:function:sluice";
    private static final Path QUAKES = Path.of("..", "..", "events", "quakes", "earthquakes.ndjson");
    private static final int RECORDS = 300;
    private static final int BATCH = 60;

    @SuppressWarnings("NullAway.Init")
    private static DeployedJar jar;

    @BeforeAll
    static void deploy(@TempDir Path folder) throws IOException {
        jar = DeployedJar.unpacked(folder);
    }

    @Test
    void recordsLandOnceUnderTheKeysThatSluiceGaveThem(@TempDir Path out) throws Exception {
        try (var lambda = LambdaService.start(() -> jar.start(DeployedJar.TRANSFORM, DeployedJar.firehose()));
                var served = Served.on(settings(out, lambda))) {
            create(served);
            put(served, 0, RECORDS);
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());

            assertEquals(expected(), delivered(served));
            assertEquals(1, lambda.starts());
        }
    }

    /// Between batches, and with a batch's answer, the function's process ends: the batch is asked for again.
    @Test
    void recordsLandOnceWhenTheFunctionsProcessEnds(@TempDir Path out) throws Exception {
        try (var lambda = LambdaService.start(() -> jar.start(DeployedJar.TRANSFORM, DeployedJar.firehose()));
                var served = Served.on(settings(out, lambda))) {
            create(served);
            put(served, 0, BATCH);
            served.post("/_sluice/flush");
            lambda.next(Fate.ENDED_BEFORE, Fate.ENDED_AFTER);
            put(served, BATCH, 2 * BATCH);
            served.post("/_sluice/flush");
            lambda.next(Fate.ENDED_AFTER);
            put(served, 2 * BATCH, RECORDS);
            served.post("/_sluice/flush");

            assertEquals(expected(), delivered(served));
            assertEquals(4, lambda.starts());
        }
    }

    private static ServeSettings settings(Path out, LambdaService lambda) {
        return Served.settings(out, DeliberateFaults.NONE, 1, ServeSettings.Outside.of(
                Optional.of(FunctionServer.at(lambda.uri().toString())), OutsideServers.NONE));
    }

    private static void create(Served served) {
        served.client.createDeliveryStream(request -> request.deliveryStreamName("quakes")
                .extendedS3DestinationConfiguration(s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r")
                        .bucketARN("arn:aws:s3:::data").compressionFormat("GZIP")
                        .prefix("net=!{partitionKeyFromLambda:net}/date=!{partitionKeyFromLambda:date}/")
                        .errorOutputPrefix("errors/!{firehose:error-output-type}/")
                        .bufferingHints(hints -> hints.sizeInMBs(64).intervalInSeconds(60))
                        .dynamicPartitioningConfiguration(dynamic -> dynamic.enabled(true))
                        .processingConfiguration(processing -> processing.enabled(true).processors(
                                Served.processor("Lambda", Map.of("LambdaArn", ARN, "NumberOfRetries", "3")),
                                Served.processor("AppendDelimiterToRecord", Map.of())))));
    }

    private static List<String> quakes() throws IOException {
        try (var lines = Files.lines(QUAKES)) {
            return lines.limit(RECORDS).toList();
        }
    }

    private static void put(Served served, int from, int until) throws IOException {
        List<Record> records = quakes().subList(from, until).stream().map(Served::record).toList();
        var answer = served.client.putRecordBatch(each -> each.deliveryStreamName("quakes").records(records));
        assertEquals(0, answer.failedPutCount());
    }

    /// Lines by folder, sorted, as a query engine would take the keys out of the records.
    private static Map<String, List<String>> expected() throws IOException {
        Map<String, List<String>> lines = new TreeMap<>();
        for (String line : quakes()) {
            var properties = Served.JSON.readTree(line).path("properties");
            String date = Instant.ofEpochMilli(properties.path("time").asLong()).toString().substring(0, 10);
            lines.computeIfAbsent("net=" + properties.path("net").asText() + "/date=" + date,
                    _ -> new ArrayList<>()).add(line);
        }
        lines.values().forEach(each -> each.sort(null));
        assertTrue(lines.size() > 5, lines.keySet().toString());
        return lines;
    }

    private static Map<String, List<String>> delivered(Served served) throws Exception {
        Map<String, List<String>> lines = new TreeMap<>();
        served.lines("data").forEach((folder, each) -> lines.put(folder, each.stream().sorted().toList()));
        return lines;
    }
}
