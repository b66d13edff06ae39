package io.sluice.local.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LandingRequestsTest {
    private static final long MINUTES = 43_800;
    private static final RunRequests NONE = new RunRequests(0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO);
    private static final FlushLoad EACH_MINUTE = new FlushLoad(1, 1.0 / 60, 1.0 / 60, 1.0 / 60, 1, 1);

    private static StreamConfiguration stream(String landing) {
        return ConfigurationParser.parse("""
                {"DeliveryStreamName": "clicks", "ExtendedS3DestinationConfiguration": {
                 "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data",
                 "Prefix": "dt=!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix": "errors/"},
                 "Sluice": {"Delivery": "buffer", "IndexShards": 8%s}}
                """.formatted(landing).getBytes(UTF_8)).configuration().orElseThrow();
    }

    private static Optional<RunRequests> requests(String landing, double objectsPerSecond) {
        return LandingRequests.of(stream(landing), EACH_MINUTE, objectsPerSecond).map(each -> each.and(NONE));
    }

    @Test
    void aStreamWithoutALandingLogTakesNoneMore() {
        assertEquals(Optional.empty(), requests("", 10));
    }

    @Test
    void aLandingIsAPutOfEachRunThatWritesObjects() {
        RunRequests busy = requests(", \"Landing\": {}", 10).orElseThrow();
        assertEquals(new RunRequests(MINUTES, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO), busy);
        assertEquals(MINUTES / 2, requests(", \"Landing\": {}", 1.0 / 120).orElseThrow().s3Put());
    }

    /// By ADR 0121: a Query and a LIST; a Query for each shard, four reads, two GETs and a LIST; for each landing a
    /// GET, and a Query before a cursor moves.
    @Test
    void eventsTakeWhatEachRunReadsAndEachLanding() {
        String events = ", \"Landing\": {\"Events\": {\"Type\": \"eventbridge\"}}";
        RunRequests idle = requests(events, 0).orElseThrow();
        assertEquals(new RunRequests(0, 2 * MINUTES, 0, 2 * MINUTES, 0, 13.0 * MINUTES, MINUTES, Duration.ZERO,
                Duration.ofMillis(500 * MINUTES)), idle);
        RunRequests busy = requests(events, 10).orElseThrow();
        assertEquals(MINUTES, busy.s3Get() - idle.s3Get());
        assertEquals(MINUTES, busy.dynamoDbReadUnits() - idle.dynamoDbReadUnits(), 0);
        assertEquals(MINUTES, busy.dynamoDbWriteUnits(), 0);
        RunRequests dates = requests(events.replace("{\"Events", "{\"LatenessInHours\": 1, \"Events"), 10)
                .orElseThrow();
        assertTrue(dates.s3Get() > busy.s3Get() && dates.dynamoDbWriteUnits() > busy.dynamoDbWriteUnits()
                && dates.dynamoDbReadUnits() > busy.dynamoDbReadUnits() && dates.s3List() > busy.s3List());
    }
}
