package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.serve.journal.JournalLimits;
import io.sluice.testkit.requests.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server does once a day. Of the bucket [Elsewhere] nothing can be removed before that is granted.
final class DailyTasksTest {
    private static final String STREAM = """
            {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {"BucketARN": "arn:aws:s3:::data",
             "RoleARN": "arn:aws:iam::123456789012:role/r", "Prefix": "s/!{timestamp:yyyy-MM-dd}/",
             "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/"}, "Sluice": {"Retention": {"Days": 30}}}""";
    private static final String UNREADABLE = """
            {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {"BucketARN": "arn:aws:s3:::data",
             "RoleARN": "arn:aws:iam::123456789012:role/r",
             "Prefix": "s/!{partitionKeyFromQuery:a}!{partitionKeyFromQuery:b}/",
             "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
             "DynamicPartitioningConfiguration": {"Enabled": true}, "ProcessingConfiguration": {"Enabled": true,
               "Processors": [{"Type": "MetadataExtraction", "Parameters": [
                 {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{a: .a, b: .b}"},
                 {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}}, "Sluice": {}}""";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-28T12:00:00Z"));
    private final Elsewhere elsewhere = new Elsewhere(now::get, Requests.PLAIN);
    private final AtomicLong ids = new AtomicLong();

    @TempDir
    private Path folder = Path.of("");

    /// A flush run that went well, a second later, is no news of it.
    @Test
    void aRetentionThatFailsIsToldUntilOneIsDone() throws Exception {
        List<List<String>> told = troublesOf(STREAM);
        assertTrue(told.stream().allMatch(each -> each.size() == 1 && each.getFirst()
                .startsWith("not all that is older than its retention is removed: ")), told::toString);
    }

    /// Nothing of it is removed by its path.
    @Test
    void aPrefixThatCannotBeReadBackIsNoTroubleWithoutRetention() throws Exception {
        elsewhere.grantRemoval();
        assertEquals(List.of(List.of(), List.of(), List.of()), troublesOf(UNREADABLE));
    }

    /// Of three flush runs, from the first daily tasks on.
    private List<List<String>> troublesOf(String configuration) throws Exception {
        var server = new ServerOnDisk(folder.resolve("out"), elsewhere, now::get, 1, JournalLimits.ofBytes(1 << 20),
                () -> new UUID(1, ids.incrementAndGet()), _ -> {});
        try {
            server.streams().create(new ObjectMapper().readTree(configuration));
            LiveStream stream = server.streams().require("s");
            assertTrue(server.deliver("s"));
            assertEquals(List.of(), stream.troubles());
            now.set(now.get().plus(Duration.ofMinutes(11)));
            List<List<String>> troubles = new ArrayList<>();
            for (int tick = 0; tick < 3; tick++) {
                stream.tick();
                troubles.add(stream.troubles());
            }
            return troubles;
        } finally {
            server.die();
        }
    }
}
