package io.sluice.direct;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GroupAgeMetricTest {
    private final List<Double> told = new ArrayList<>();
    private long nanos = Long.MAX_VALUE - 1;

    private GroupAgeMetric ages(String observability) {
        return new GroupAgeMetric(stream(observability), () -> Instant.EPOCH, () -> nanos, line -> told.add(age(line)));
    }

    private static StreamConfiguration stream(String observability) {
        return ConfigurationParser.parse("""
                {"DeliveryStreamName": "clicks", "ExtendedS3DestinationConfiguration": {
                 "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data", "Prefix": "p/"},
                 "Sluice": {"Source": {"Type": "direct"}, "Observability": "%s"}}
                """.formatted(observability).getBytes(UTF_8)).configuration().orElseThrow();
    }

    private static double age(String line) {
        try {
            JsonNode metrics = new ObjectMapper().readTree(line);
            assertEquals("clicks", metrics.path("DeliveryStreamName").asText());
            return metrics.path("CallGroupAge").asDouble(-1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void later(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void aLineEachTenSecondsHasTheLongestSinceTheOneBefore() {
        GroupAgeMetric ages = ages("full");
        ages.accept(Duration.ofMillis(150));
        ages.accept(Duration.ofSeconds(45));
        ages.accept(Duration.ofMillis(160));
        assertEquals(List.of(150.0), told);
        later(Duration.ofSeconds(10));
        ages.accept(Duration.ofMillis(170));
        assertEquals(List.of(150.0, 45_000.0), told);
        later(Duration.ofNanos(9_999_999_999L));
        ages.accept(Duration.ofMillis(180));
        later(Duration.ofNanos(1));
        ages.accept(Duration.ofMillis(120));
        assertEquals(List.of(150.0, 45_000.0, 180.0), told);
    }

    @Test
    void eachIsCountedWhetherALineTellsItOrNot() {
        GroupAgeMetric ages = ages("full");
        IntStream.of(50, 51, 100, 30_000, 30_001).forEach(each -> ages.accept(Duration.ofMillis(each)));
        GroupAgeMetric.Counted counted = ages.counted();
        assertEquals(5, counted.groups());
        assertEquals(60.202, counted.seconds(), 1e-9);
        assertEquals(List.of(1L, 3L, 3L, 3L, 3L, 3L, 3L, 3L, 4L), List.copyOf(counted.upTo().values()));
    }

    @Test
    void aStreamThatIsMeasuredLeastWritesNone() {
        ages("minimal").accept(Duration.ofSeconds(45));
        assertEquals(List.of(), told);
    }
}
