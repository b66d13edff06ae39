package io.sluice.local.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.FunctionMemory;
import io.sluice.config.StreamConfiguration;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.index.Buffer;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ErrorOutput;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TickRequestsTest {
    private static final int SHARDS = 8;
    private static final int MINUTES = 60;

    private Instant now = Instant.parse("2026-01-01T12:00:00Z");

    /// An hour of the flusher's own requests, where nothing arrives, against the month that is told.
    @ParameterizedTest
    @ValueSource(ints = {5, 7, 20, 30})
    void anIdleStreamAsksForWhatIsTold(int every) {
        CountingIndex index = new CountingIndex(new MemoryIndex(50));
        index.useShards(SHARDS);
        CountingObjectStore staging = new CountingObjectStore(new MemoryObjectStore(() -> now));
        CountingObjectStore data = new CountingObjectStore(new MemoryObjectStore(() -> now));
        Flusher flusher = new Flusher(settings(every), new Buffer("quakes", staging, index), data, Workers.sequential(),
                () -> now);
        flusher.flush("the stream begins", Planner.Mode.SCHEDULED, Deadline.NONE);
        index.requests.clear();
        staging.requests.clear();
        int runs = 0;
        int ticks = 0;
        for (int minute = 0; minute < MINUTES; minute++) {
            flusher.flush("run " + minute, Planner.Mode.SCHEDULED, Deadline.NONE);
            runs++;
            for (int second = 0; second < 60; second += every) {
                assertTrue(flusher.seesNothing());
                ticks++;
            }
            now = now.plus(Duration.ofMinutes(1));
        }
        TickRequests told = TickRequests.of(stream(every)).orElseThrow();
        long hours = 730;
        assertEquals(hours * runs, told.runs());
        assertEquals(hours * ticks, told.ticks());
        assertEquals(hours * index.requests.size(), told.readUnits(), "each a read unit: an item, or an empty page");
        assertTrue(index.requests.stream().allMatch(each -> each.matches("state|shards used|read")));
        assertEquals(hours * staging.requests.size(), told.gets());
        assertEquals(0, data.requests.size());
    }

    @Test
    void anIdleStreamThatTicksEveryFiveSecondsCostsNoMoreThanThreeDollarsAMonth() {
        StreamConfiguration stream = stream(5);
        double dollars = TickRequests.of(stream).orElseThrow().idle(FunctionMemory.of(stream), Prices.load());
        assertTrue(dollars > 1 && dollars <= 3, "$" + dollars);
    }

    @Test
    void aStreamThatIsFlushedEveryMinuteHasNone() {
        assertEquals(Optional.empty(), TickRequests.of(stream(60)));
    }

    private static StreamConfiguration stream(int every) {
        return ConfigurationParser.parse("""
                {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
                    "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::bucket"},
                "Sluice":{"IndexShards":%d,"FlushIntervalInSeconds":%d}}""".formatted(SHARDS, every)
                .getBytes(UTF_8)).configuration().orElseThrow();
    }

    private static FlushSettings settings(int every) {
        PlanSettings plan = new PlanSettings(
                new DuePolicy(1 << 20, Duration.ofSeconds(every), Duration.ofSeconds(every)),
                new ObjectNaming("s", 1, Optional.empty(), ZoneOffset.UTC),
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), Optional.empty(), SHARDS, Duration.ofHours(26), 1_000, 1 << 20);
        return new FlushSettings(plan, 1 << 20, 1 << 20);
    }
}
