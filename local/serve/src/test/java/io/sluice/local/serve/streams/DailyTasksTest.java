package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.serve.journal.JournalLimits;
import io.sluice.testkit.requests.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server does once a day. Of the bucket [Elsewhere] nothing can be removed.
final class DailyTasksTest {
    private static final String STREAM = """
            {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {"BucketARN": "arn:aws:s3:::data",
             "RoleARN": "arn:aws:iam::123456789012:role/r", "Prefix": "s/!{timestamp:yyyy-MM-dd}/",
             "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/"}, "Sluice": {"Retention": {"Days": 30}}}""";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-28T12:00:00Z"));
    private final AtomicLong ids = new AtomicLong();

    @TempDir
    private Path folder = Path.of("");

    /// A flush run that went well, a second later, is no news of it.
    @Test
    void aRetentionThatFailsIsToldUntilOneIsDone() throws Exception {
        var server = new ServerOnDisk(folder.resolve("out"), new Elsewhere(now::get, Requests.PLAIN), now::get, 1,
                JournalLimits.ofBytes(1 << 20), () -> new UUID(1, ids.incrementAndGet()), _ -> {});
        try {
            server.streams().create(new ObjectMapper().readTree(STREAM));
            LiveStream stream = server.streams().require("s");
            assertTrue(server.deliver("s"));
            assertEquals(List.of(), stream.troubles());
            now.set(now.get().plus(Duration.ofMinutes(11)));
            for (int tick = 0; tick < 3; tick++) {
                stream.tick();
                assertEquals(1, stream.troubles().size(), stream.troubles()::toString);
                assertTrue(stream.troubles().getFirst().startsWith("not all that is older than its retention is "),
                        stream.troubles()::toString);
            }
        } finally {
            server.die();
        }
    }
}
