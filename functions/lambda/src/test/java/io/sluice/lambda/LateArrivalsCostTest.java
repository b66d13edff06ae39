package io.sluice.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Pipeline;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.manifest.Planner;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Two weeks of a hundred keys in any order, as a source that is read from its oldest record on by many readers hands
/// them over: the figures of decision 0050.
@Tag("long")
final class LateArrivalsCostTest {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
    private static final int KEYS = 100;
    private static final int RECORDS = 100_000;
    private static final int BATCH = 500;
    private static final int BATCHES_A_MINUTE = 10;
    private static final int HOURS = 14 * 24;

    private Instant now = NOW;
    private final MemoryObjectStore bucket = new MemoryObjectStore(() -> now);
    private final CountingObjectStore staging = new CountingObjectStore(new MemoryObjectStore(() -> now));
    private final CountingObjectStore data = new CountingObjectStore(bucket);
    private final CountingIndex index = new CountingIndex(new MemoryIndex(100));
    private final Random random = new Random(14);

    private static Pipeline stream(String pattern) throws IOException {
        return new Pipeline(StreamInMemory.parse(new ObjectMapper().readTree("""
                {"DeliveryStreamName": "late", "ExtendedS3DestinationConfiguration": {
                   "BucketARN": "arn:aws:s3:::data", "RoleARN": "arn:aws:iam::123456789012:role/r",
                   "Prefix": "k=!{partitionKeyFromQuery:k}/!{timestamp:%s}/",
                   "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                   "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300},
                   "DynamicPartitioningConfiguration": {"Enabled": true},
                   "ProcessingConfiguration": {"Enabled": true, "Processors": [
                     {"Type": "MetadataExtraction", "Parameters": [
                       {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k: .k}"},
                       {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]},
                     {"Type": "AppendDelimiterToRecord", "Parameters": []}]}}}""".formatted(pattern))),
                () -> NOW);
    }

    private SourceBatch batch(int number) {
        List<SourceRecord> records = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            records.add(new SourceRecord(number + "-" + i, NOW.minusMillis(random.nextLong(Duration.ofHours(HOURS)
                    .toMillis())), "{\"k\":\"key-%02d\",\"number\":%d}".formatted(random.nextInt(KEYS), i)
                            .getBytes(UTF_8)));
        }
        return new SourceBatch(SourceType.FIREHOSE, "arn:late", "invocation", records);
    }

    /// Sends all, flushes every minute until nothing waits, and gives the requests of each kind.
    private Map<String, Integer> requests(Pipeline stream) {
        var buffer = new Buffer("late", staging, index);
        int sent = 0;
        long delivered = 0;
        for (int minute = 0; delivered < RECORDS; minute++) {
            assertTrue(minute < 60, "all is delivered within the hour");
            for (int i = 0; i < BATCHES_A_MINUTE && sent * BATCH < RECORDS; i++) {
                stream.ingest(buffer).accept(batch(sent++), Optional.empty());
            }
            now = now.plusSeconds(60);
            FlushSummary run = Pipeline.flusher(stream.flushSettings(), buffer, data,
                    new VirtualThreadWorkers(Pipeline.REQUESTS_MAX), () -> now)
                    .flush("run " + minute, Planner.Mode.SCHEDULED, Deadline.NONE);
            assertEquals(List.of(), run.problems());
            delivered += run.records();
        }
        Map<String, Integer> kinds = new TreeMap<>();
        count("staging", staging.requests, kinds);
        count("data", data.requests, kinds);
        count("index", index.requests, kinds);
        return kinds;
    }

    private static void count(String port, List<String> requests, Map<String, Integer> kinds) {
        requests.forEach(request -> kinds.merge(port + " " + request.split(" ", 2)[0], 1, Integer::sum));
    }

    /// A run a minute: what is found late waits since the run before, and so for four more.
    @ParameterizedTest
    @CsvSource({"yyyy/MM/dd/HH, 336, 65000, 1100", "yyyy/MM/dd, 15, 7500, 900"})
    void eachPathOfAKeyIsAnObjectAnIntervalAtTheMost(String pattern, int paths, int objectsMax, int readsMax)
            throws IOException {
        Map<String, Integer> requests = requests(stream(pattern));
        int objects = bucket.contents().size();
        assertTrue(objects <= RECORDS / BATCH / BATCHES_A_MINUTE / 4 * paths * KEYS, requests::toString);
        assertTrue(objects <= objectsMax, requests::toString);
        assertEquals(objects, requests.getOrDefault("data CREATE", 0), requests::toString);
        assertEquals(RECORDS / BATCH, requests.getOrDefault("index put", 0), "a write a batch");
        assertTrue(requests.getOrDefault("staging GET", 0) <= readsMax, requests::toString);
    }
}
