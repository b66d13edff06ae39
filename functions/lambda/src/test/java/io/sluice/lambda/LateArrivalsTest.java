package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.codec.Compression;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.retention.RemovalMode;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.work.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Sources whose records may have arrived days ago, or say so: from the event on the wire to the objects and their
/// removal. Each record tells when it arrived, and paths are read here by hand.
final class LateArrivalsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-11-23T10:20:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(300);
    /// One and a half intervals.
    private static final Duration PROMISED = Duration.ofSeconds(450);
    private static final int DAYS = 30;

    /// What is read, and how its events look.
    private enum Kind {
        KAFKA("kafka") {
            @Override
            String event(List<Sent> records, int first) {
                return IntStream.range(0, records.size()).mapToObj(i -> """
                        {"topic": "t", "partition": 0, "offset": %d, "timestamp": %d, "timestampType": "CREATE_TIME",
                         "value": "%s", "headers": []}""".formatted(first + i, records.get(i).arrival(),
                        Base64.getEncoder().encodeToString(records.get(i).text().getBytes(UTF_8))))
                        .collect(Collectors.joining(",", """
                                {"eventSource": "aws:kafka", "eventSourceArn": "arn:aws:kafka:us-east-1:1:cluster/c/u",
                                 "records": {"t-0": [""", "]}}"));
            }
        },
        SQS("sqs") {
            @Override
            String event(List<Sent> records, int first) {
                return IntStream.range(0, records.size()).mapToObj(i -> """
                        {"messageId": "m%d", "eventSource": "aws:sqs", "eventSourceARN": "arn:q",
                         "attributes": {"SentTimestamp": "%d"}, "body": %s}""".formatted(first + i,
                        records.get(i).arrival(), quoted(records.get(i).text())))
                        .collect(Collectors.joining(",", "{\"Records\": [", "]}"));
            }
        },
        LOGS("cloudwatch-logs") {
            @Override
            String event(List<Sent> records, int first) {
                String events = IntStream.range(0, records.size()).mapToObj(i -> "{\"id\": \"e%d\", \"timestamp\": %d, "
                        .formatted(first + i, records.get(i).arrival()) + "\"message\": "
                        + quoted(records.get(i).text()) + "}").collect(Collectors.joining(","));
                return "{\"awslogs\": {\"data\": \"" + zipped("""
                        {"messageType": "DATA_MESSAGE", "owner": "123456789012", "logGroup": "g", "logStream": "s",
                         "subscriptionFilters": ["f"], "logEvents": [%s]}""".formatted(events)) + "\"}}";
            }
        };

        private final String source;

        Kind(String source) {
            this.source = source;
        }

        /// @param first number of the first record, which no other has
        abstract String event(List<Sent> records, int first);

        private static String zipped(String text) {
            var bytes = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(bytes)) {
                gzip.write(text.getBytes(UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Base64.getEncoder().encodeToString(bytes.toByteArray());
        }

        private static String quoted(String text) {
            return JSON.valueToTree(text).toString();
        }
    }

    /// A record.
    ///
    /// @param arrival epoch milliseconds, whatever its sender's clock said
    private record Sent(String key, int id, long arrival) {
        String text() {
            return "{\"k\":\"%s\",\"id\":%d,\"at\":%d}".formatted(key, id, arrival);
        }
    }

    private final Random random = new Random(29);
    private int sent;

    private static StreamInMemory stream(String source) throws IOException {
        JsonNode configuration = JSON.readTree("""
                {"DeliveryStreamName": "late", "ExtendedS3DestinationConfiguration": {
                   "BucketARN": "arn:aws:s3:::data", "RoleARN": "arn:aws:iam::123456789012:role/r",
                   "Prefix": "k=!{partitionKeyFromQuery:k}/!{timestamp:yyyy/MM/dd/HH}/",
                   "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/!{timestamp:yyyy/MM/dd/HH}/",
                   "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": %d}, "CompressionFormat": "GZIP",
                   "DynamicPartitioningConfiguration": {"Enabled": true},
                   "ProcessingConfiguration": {"Enabled": true, "Processors": [
                     {"Type": "MetadataExtraction", "Parameters": [
                       {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k: .k}"},
                       {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]},
                     {"Type": "AppendDelimiterToRecord", "Parameters": []}]}},
                 "Sluice": {"Retention": {"Days": %d}, "Source": {"Type": "%s", "Record": "payload"}}}"""
                .formatted(INTERVAL.toSeconds(), DAYS, source));
        StreamInMemory stream = new StreamInMemory(configuration);
        stream.now = NOW;
        return stream;
    }

    private Sent fresh(String key) {
        return new Sent(key, sent++, NOW.toEpochMilli() - random.nextInt(60_000));
    }

    private void send(StreamInMemory stream, Kind kind, List<Sent> records, int first) throws IOException {
        stream.transform(kind.event(records, first).getBytes(UTF_8));
    }

    /// Minute after minute, as the schedule has it.
    private static void flush(StreamInMemory stream, Duration time) throws IOException {
        Instant end = stream.now.plus(time);
        while (stream.now.isBefore(end)) {
            stream.now = stream.now.plusSeconds(60);
            stream.flush("{}");
        }
    }

    private static Map<String, List<Sent>> delivered(StreamInMemory stream) throws IOException {
        Map<String, List<Sent>> delivered = new TreeMap<>();
        for (Map.Entry<String, byte[]> object : stream.objects().entrySet()) {
            String text = DeliveredObject.of(object.getKey(), object.getValue(), "late", Compression.GZIP).text();
            delivered.put(object.getKey(), text.lines().map(LateArrivalsTest::parse).toList());
        }
        return delivered;
    }

    private static Sent parse(String line) {
        try {
            JsonNode record = JSON.readTree(line);
            return new Sent(record.get("k").asText(), record.get("id").asInt(), record.get("at").asLong());
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    /// Each record once, and under the hour of its arrival or of a moment not longer before than is promised.
    private static void assertRight(List<Sent> all, Map<String, List<Sent>> delivered) {
        Set<Sent> found = new HashSet<>();
        delivered.forEach((key, records) -> {
            String[] folders = key.split("/", -1);
            Instant hour = Instant
                    .parse("%s-%s-%sT%s:00:00Z".formatted(folders[1], folders[2], folders[3], folders[4]));
            Instant end = hour.plus(Duration.ofHours(1));
            for (Sent record : records) {
                assertTrue(found.add(record), record + " is there twice");
                assertEquals("k=" + record.key(), folders[0]);
                Instant arrival = Instant.ofEpochMilli(record.arrival());
                assertTrue(!arrival.isBefore(hour) && arrival.isBefore(end.plus(PROMISED)), arrival + " is in " + key);
            }
        });
        assertEquals(new HashSet<>(all), found);
    }

    private static void retain(StreamInMemory stream) {
        assertTrue(stream.stream.lake().retain(RemovalMode.REMOVE, Optional.of(stream.now), Deadline.NONE).complete());
    }

    @Test
    void aRecordWhoseProducerWroteSecondsTakesNoFreshOnesToItsPathNorWithItWhenItGoes() throws IOException {
        StreamInMemory stream = stream(Kind.KAFKA.source);
        List<Sent> fresh = IntStream.range(0, 100).mapToObj(_ -> fresh("a")).toList();
        Sent wrong = new Sent("a", sent++, NOW.getEpochSecond());
        List<Sent> all = new ArrayList<>(fresh);
        all.add(50, wrong);
        send(stream, Kind.KAFKA, all, 0);
        flush(stream, Duration.ofMinutes(15));
        assertRight(all, delivered(stream));

        stream.now = stream.now.plus(Duration.ofMinutes(46));
        retain(stream);
        assertRight(fresh, delivered(stream));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void recordsOfTwoWeeksInAnyOrderLandUnderTheirOwnHours(Kind kind) throws IOException {
        StreamInMemory stream = stream(kind.source);
        List<Sent> all = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            all.add(new Sent("k" + i % 3, sent++,
                    NOW.toEpochMilli() - random.nextLong(Duration.ofDays(14).toMillis())));
            all.add(fresh("k" + i % 3));
        }
        Collections.shuffle(all, random);
        for (int first = 0; first < all.size(); first += 60) {
            send(stream, kind, all.subList(first, first + 60), first);
            flush(stream, Duration.ofMinutes(1));
        }
        flush(stream, Duration.ofMinutes(15));
        assertRight(all, delivered(stream));
    }

    /// Their records arrived when they were written, however long ago.
    @Test
    void recordsOfObjectsThatAreFedInAgainLandUnderTheHoursInWhichTheseWereWritten() throws IOException {
        StreamInMemory stream = stream("s3");
        List<Sent> all = new ArrayList<>();
        for (int object = 0; object < 60; object++) {
            stream.now = NOW.minusMillis(object % 2 == 0 ? 0 : random.nextLong(Duration.ofDays(14).toMillis()));
            List<Sent> records = IntStream.range(0, 5).mapToObj(i -> new Sent("k" + i % 2, sent++,
                    stream.now.toEpochMilli())).toList();
            all.addAll(records);
            ObjectKey key = new ObjectKey("again/" + object + ".json");
            stream.ports.droppedBucket.put(key,
                    Body.of(records.stream().map(Sent::text).collect(Collectors.joining("\n")).getBytes(UTF_8)));
            stream.now = NOW.plusSeconds(30L * object);
            String etag = new MemorySourceStore(stream.ports.droppedBucket).version(key).orElseThrow().etag();
            stream.transform("""
                    {"Records": [{"eventSource": "aws:s3", "eventName": "ObjectCreated:Put",
                      "eventTime": "2026-11-23T10:20:00.000Z",
                      "s3": {"bucket": {"name": "uploads"}, "object": {"key": "%s", "eTag": "%s"}}}]}"""
                    .formatted(key.value().replace("/", "%2F"), etag).getBytes(UTF_8));
            stream.flush("{}");
        }
        flush(stream, Duration.ofMinutes(15));
        assertRight(all, delivered(stream));
    }

    /// Each lies at the very end of what its rule keeps.
    @Test
    void retentionRemovesNoRecordThatIsYoungerThanItsRule() throws IOException {
        StreamInMemory stream = stream(Kind.KAFKA.source);
        Instant hour = Instant.parse("2026-11-23T09:00:00Z");
        List<Sent> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(new Sent("a", sent++, hour.minusSeconds(300).plusSeconds(10L * i).toEpochMilli()));
        }
        stream.now = hour.plusSeconds(290);
        send(stream, Kind.KAFKA, all, 0);
        flush(stream, Duration.ofMinutes(15));
        assertRight(all, delivered(stream));
        for (Instant at = hour.minusSeconds(600); at
                .isBefore(hour.plus(Duration.ofHours(2))); at = at.plusSeconds(60)) {
            stream.now = at.plus(Duration.ofDays(DAYS));
            retain(stream);
            List<Sent> kept = delivered(stream).values().stream().flatMap(List::stream).toList();
            long cutoff = at.toEpochMilli();
            assertEquals(List.of(), all.stream().filter(record -> record.arrival() > cutoff)
                    .filter(record -> !kept.contains(record)).toList(), "gone at " + at);
        }
        assertEquals(Map.of(), delivered(stream), "all goes in the end");
    }
}
