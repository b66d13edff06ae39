package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.server.FaultyHttpClient.Crash;
import io.sluice.local.server.FaultyHttpClient.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// Damaged chunks of a stream that converts, given up through the function: the Parquet file has the rows of the
/// others, the rejects are those of the others, and every record is counted once.
final class ConvertedDiscardTest {
    private static final String BUCKET = "discard-test";
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-01-01T12:00:00Z"));
    private static final String DRAIN = "{\"drain\":true}";
    private static final Pattern DAMAGED = Pattern.compile("the chunk at offset (\\d+) of segment (segments/\\S+)");
    private static final String GOOD = "{\"k\":\"a\",\"n\":%d}";
    /// JSON with a key, and no row of the table.
    private static final String UNFIT = "{\"k\":\"a\",\"n\":\"no number %d\"}";

    private static final int ATTEMPTS_MAX = 10;
    private static final int REQUESTS_MAX = 40;

    private static EmbeddedServices services;
    private static S3Client s3;

    @BeforeAll
    static void start(@TempDir Path out) {
        services = EmbeddedServices.startWithIndexInMemory(out.resolve("out"), out.resolve("work"), BUCKET);
        s3 = services.s3Client();
    }

    @AfterAll
    static void stop() {
        s3.close();
        services.close();
    }

    private static JsonNode flush(String stream, String event) throws IOException {
        try (var process = FaultyProcess.sound(services, ParquetStream.configuration(stream, BUCKET), NOON)) {
            return process.call(FlushHandler::new, event);
        }
    }

    /// Stages one batch, whose records all have key a.
    private static void stage(String stream, String... records) throws IOException {
        List<String> event = new ArrayList<>();
        for (String record : records) {
            event.add("{\"recordId\":\"%s\",\"approximateArrivalTimestamp\":%d,\"data\":\"%s\"}".formatted(
                    Integer.toHexString(record.hashCode()), NOON.millis() - 1_000,
                    Base64.getEncoder().encodeToString(record.getBytes(UTF_8))));
        }
        try (var process = FaultyProcess.sound(services, ParquetStream.configuration(stream, BUCKET), NOON)) {
            process.call(TransformHandler::new, """
                    {"invocationId": "i", "deliveryStreamArn": "arn:aws:firehose:us-east-1:1:deliverystream/x",
                     "region": "us-east-1", "records": [%s]}""".formatted(String.join(",", event)));
        }
    }

    private static String staging() {
        return services.environment().getOrDefault("SLUICE_STAGING_BUCKET", "");
    }

    private static List<String> segments(String stream) {
        return s3.listObjectsV2(list -> list.bucket(staging()).prefix("segments/" + stream + "/")).contents().stream()
                .map(object -> object.key()).toList();
    }

    /// The one segment that is there now and was not among `before`.
    private static String stagedAfter(String stream, List<String> before) {
        List<String> now = new ArrayList<>(segments(stream));
        now.removeAll(before);
        assertEquals(1, now.size(), now.toString());
        return now.getFirst();
    }

    private static void damage(String segment) {
        byte[] bytes = s3.getObjectAsBytes(get -> get.bucket(staging()).key(segment)).asByteArray();
        bytes[0] ^= 1;
        s3.putObject(put -> put.bucket(staging()).key(segment), RequestBody.fromBytes(bytes));
    }

    /// Gives up what the run's only problem names.
    private static JsonNode discard(String stream, JsonNode run) throws IOException {
        assertEquals(1, run.path("problems").size(), run.toString());
        Matcher problem = DAMAGED.matcher(run.path("problems").path(0).asText());
        assertTrue(problem.find(), run.toString());
        return flush(stream, "{\"discard\":{\"segment\":\"%s\",\"offset\":%s}}".formatted(problem.group(2),
                problem.group(1)));
    }

    private static void assertCounts(JsonNode run, long delivered, long rejected, long discarded) {
        JsonNode tally = run.path("sinceFirstCommit");
        assertEquals(List.of(delivered, rejected, discarded), List.of(tally.path("delivered").asLong(),
                tally.path("rejected").asLong(), tally.path("discarded").asLong()), run.toString());
        assertEquals(0, run.path("deliveriesOpen").asInt(), run.toString());
    }

    private static Map<String, String> metadata(String prefix) {
        String key = s3.listObjectsV2(list -> list.bucket(BUCKET).prefix(prefix)).contents().getFirst().key();
        GetObjectResponse response = s3.getObjectAsBytes(get -> get.bucket(BUCKET).key(key)).response();
        return response.metadata();
    }

    @Test
    void theFileHasTheRowsOfTheOtherChunksAndSaysHowManyItLacks() throws IOException {
        String stream = "some";
        stage(stream, GOOD.formatted(1), UNFIT.formatted(2));
        List<String> before = segments(stream);
        stage(stream, GOOD.formatted(3), GOOD.formatted(4), UNFIT.formatted(5));
        damage(stagedAfter(stream, before));
        JsonNode stuck = flush(stream, DRAIN);
        assertEquals(1, stuck.path("deliveriesOpen").asInt(), stuck.toString());
        assertEquals(List.of(), ParquetStream.rows(s3, BUCKET, stream));
        assertEquals(List.of(), ParquetStream.errors(s3, BUCKET, stream));
        assertEquals(3, discard(stream, stuck).path("recordsDiscarded").asInt());
        flush(stream, DRAIN);
        assertEquals(List.of(GOOD.formatted(1)), ParquetStream.rows(s3, BUCKET, stream));
        assertEquals(1, ParquetStream.errors(s3, BUCKET, stream).size());
        assertEquals("3", metadata(stream + "/").get("sluice-discarded"));
        assertEquals("1", metadata(stream + "/").get("sluice-rejected"));
        assertEquals("1", metadata(stream + "/").get("sluice-records"), "those that are in it");
        assertCounts(flush(stream, DRAIN), 1, 1, 3);
    }

    @Test
    void whereAllThatIsLeftIsRejectedTheFileHasNoRowsAndAllIsCounted() throws IOException {
        String stream = "rejected";
        stage(stream, UNFIT.formatted(1), UNFIT.formatted(2));
        List<String> before = segments(stream);
        stage(stream, GOOD.formatted(3));
        damage(stagedAfter(stream, before));
        discard(stream, flush(stream, DRAIN));
        flush(stream, DRAIN);
        assertEquals(List.of(), ParquetStream.rows(s3, BUCKET, stream));
        assertEquals("1", metadata(stream + "/").get("sluice-discarded"));
        assertEquals(2, ParquetStream.errors(s3, BUCKET, stream).size());
        assertCounts(flush(stream, DRAIN), 0, 2, 1);
    }

    @Test
    void whereNothingIsLeftTheObjectsHaveNoRecordsAndTheStreamGoesOn() throws IOException {
        String stream = "nothing";
        stage(stream, GOOD.formatted(1), UNFIT.formatted(2));
        damage(segments(stream).getFirst());
        discard(stream, flush(stream, DRAIN));
        flush(stream, DRAIN);
        assertEquals(List.of(), ParquetStream.rows(s3, BUCKET, stream));
        assertEquals("2", metadata(stream + "/").get("sluice-discarded"));
        assertEquals("2", metadata(stream + "-errors/").get("sluice-discarded"));
        stage(stream, GOOD.formatted(3));
        flush(stream, DRAIN);
        assertEquals(List.of(GOOD.formatted(3)), ParquetStream.rows(s3, BUCKET, stream));
        assertEquals(List.of(), ParquetStream.errors(s3, BUCKET, stream));
        assertCounts(flush(stream, DRAIN), 1, 0, 2);
    }

    /// The word is for a damaged chunk: where a copy of the segment comes back before the run, all of it is delivered.
    @Test
    void aChunkThatIsRestoredAfterTheWordIsDelivered() throws IOException {
        String stream = "restored";
        stage(stream, GOOD.formatted(1), UNFIT.formatted(2));
        String segment = segments(stream).getFirst();
        damage(segment);
        JsonNode stuck = flush(stream, DRAIN);
        discard(stream, stuck);
        damage(segment);
        assertThrows(IllegalArgumentException.class, () -> discard(stream, stuck), "it is not damaged any more");
        flush(stream, DRAIN);
        assertEquals(List.of(GOOD.formatted(1)), ParquetStream.rows(s3, BUCKET, stream));
        assertCounts(flush(stream, DRAIN), 1, 1, 0);
    }

    /// A run died after it wrote the rejects; then a chunk with a reject was damaged. What is there is of other records
    /// than what is left: it stays, is named, and holds up its delivery until it is moved away.
    @Test
    void rejectsOfBeforeTheDamageAreNotWrittenOverAndNothingIsCountedTwice() throws IOException {
        String stream = rejectedAndDead();
        List<String> early = ParquetStream.errors(s3, BUCKET, stream);
        assertEquals(2, early.size());
        damage(segments(stream).getFirst());
        discard(stream, flush(stream, DRAIN));
        JsonNode held = flush(stream, DRAIN);
        assertTrue(held.path("problems").toString().contains("an object of other rejects is at the key"),
                held.toString());
        assertEquals(0, held.at("/sinceFirstCommit/delivered").asInt());
        assertEquals(List.of(), ParquetStream.rows(s3, BUCKET, stream));
        assertEquals(early, ParquetStream.errors(s3, BUCKET, stream));
        s3.listObjectsV2(list -> list.bucket(BUCKET).prefix(stream + "-errors/")).contents()
                .forEach(object -> s3.deleteObject(delete -> delete.bucket(BUCKET).key(object.key())));
        flush(stream, DRAIN);
        assertEquals(1, ParquetStream.rows(s3, BUCKET, stream).size());
        assertEquals(1, ParquetStream.errors(s3, BUCKET, stream).size());
        assertTrue(early.containsAll(ParquetStream.errors(s3, BUCKET, stream)));
        assertCounts(flush(stream, DRAIN), 1, 1, 2);
    }

    /// A stream of which a run wrote the rejects, and died before the file. Requests of a run that need not wait for
    /// each other come in any order, so that no number is surely that of the request in between.
    private static String rejectedAndDead() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX * REQUESTS_MAX; attempt++) {
            int at = 1 + attempt % REQUESTS_MAX;
            String stream = "dead-" + attempt;
            stage(stream, GOOD.formatted(1), UNFIT.formatted(2));
            stage(stream, GOOD.formatted(3), UNFIT.formatted(4));
            try (var process = new FaultyProcess(services, ParquetStream.configuration(stream, BUCKET), NOON,
                    Fault.CRASH_AFTER, at)) {
                process.call(FlushHandler::new, DRAIN);
            } catch (Crash crash) {
                if (!ParquetStream.errors(s3, BUCKET, stream).isEmpty()
                        && ParquetStream.rows(s3, BUCKET, stream).isEmpty()) {
                    return stream;
                }
            }
        }
        throw new AssertionError("no request is between the rejects and the file");
    }
}
