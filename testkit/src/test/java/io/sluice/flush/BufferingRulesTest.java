package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.PrefixMatch;
import io.sluice.manifest.BufferingRule;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// A hundred keys with intervals of their own, which are deployed anew while records come, on a clock that the test
/// moves.
final class BufferingRulesTest {
    private static final long SEED = 20_261_123;
    private static final int KEYS = 100;
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final PrefixExpression PREFIX = PrefixExpression.parse("key=!{partitionKeyFromQuery:key}/");
    private static final long SIZE_MAX = 1 << 20;

    private final Random random = new Random(SEED);
    private final BufferInMemory buffer = new BufferInMemory();
    private final Map<String, Instant> accepted = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> delivered = new HashSet<>();
    private Deployed deployed = new Deployed(new HashMap<>(), Duration.ofSeconds(300));
    private Deployed before = deployed;

    /// What is in force.
    ///
    /// @param own   the intervals of single keys
    /// @param usual that of the others
    private record Deployed(Map<String, Duration> own, Duration usual) {
        Duration of(String key) {
            return own.getOrDefault(key, usual);
        }

        DuePolicy policy() {
            Map<Duration, List<String>> keys = new HashMap<>();
            own.forEach((key, interval) -> keys.computeIfAbsent(interval, _ -> new ArrayList<>()).add(key));
            return new DuePolicy(SIZE_MAX, usual, EVERY, keys.entrySet().stream()
                    .map(rule -> new BufferingRule(
                            PrefixMatch.of(PREFIX, KeyEncoding.VERBATIM, Map.of("key", rule.getValue())), SIZE_MAX,
                            rule.getKey()))
                    .toList());
        }
    }

    @Test
    void nothingIsLostAndEachRecordIsDeliveredWithinOneAndAHalfOfItsOwnInterval() {
        int batch = 0;
        for (int deployment = 0; deployment < 4; deployment++) {
            before = deployed;
            deployed = draw();
            for (int second = 0; second < 600; second += 5) {
                for (int n = random.nextInt(3); n > 0; n--) {
                    accept(batch++);
                }
                buffer.now = buffer.now.plus(EVERY);
                flush(Planner.Mode.SCHEDULED);
                before = deployed;
            }
        }
        assertTrue(delivered.size() > accepted.size() / 2);
        flush(Planner.Mode.DRAIN);
        assertEquals(accepted.keySet(), delivered);
    }

    /// Of ten keys every 10 s, of thirty every minute, of the others every five minutes or, another time, every half
    /// minute.
    private Deployed draw() {
        Map<String, Duration> own = new HashMap<>();
        IntStream.range(0, 30).forEach(_ -> own.put(key(), Duration.ofSeconds(60)));
        IntStream.range(0, 10).forEach(_ -> own.put(key(), Duration.ofSeconds(10)));
        return new Deployed(own, Duration.ofSeconds(random.nextBoolean() ? 300 : 30));
    }

    private String key() {
        return "k" + random.nextInt(KEYS);
    }

    private void accept(int batch) {
        String[] records = IntStream.range(0, random.nextInt(1, 30)).mapToObj(i -> key() + ":" + batch + "-" + i)
                .toArray(String[]::new);
        buffer.ingest(buffer.batch("batch " + batch, records));
        for (String record : records) {
            accepted.put(record, buffer.now);
        }
    }

    private void flush(Planner.Mode mode) {
        PlanSettings usual = BufferInMemory.settings().plan();
        PlanSettings plan = new PlanSettings(deployed.policy(), usual.naming(), usual.errorOutput(), usual.retry(),
                usual.activePartitionLimit(), usual.shardCount(), usual.foldedFor(), usual.deliveriesMax(),
                usual.pendingBytesMax());
        new Flusher(new FlushSettings(plan, 1 << 20, 1 << 20), new Buffer("quakes", buffer.staging, buffer.index),
                buffer.data, Workers.sequential(), () -> buffer.now)
                .flush("run " + buffer.now + mode, mode, Deadline.NONE);
        buffer.data.contents().forEach((object, gzip) -> {
            if (seen.add(object)) {
                judge(object, gzip, mode);
            }
        });
    }

    private void judge(String object, byte[] gzip, Planner.Mode mode) {
        String key = object.substring("key=".length(), object.indexOf('/'));
        List<String> records = BufferInMemory.lines(gzip);
        Duration oldest = Duration.ZERO;
        for (String record : records) {
            assertTrue(delivered.add(record), () -> record + " is there twice");
            Duration age = Duration.between(accepted.get(record), buffer.now);
            oldest = oldest.compareTo(age) < 0 ? age : oldest;
        }
        Duration own = deployed.of(key);
        Duration longest = own.compareTo(before.of(key)) < 0 ? before.of(key) : own;
        String what = key + " after " + oldest + ", its interval is " + own;
        assertTrue(oldest.multipliedBy(2).compareTo(longest.multipliedBy(3)) <= 0, what);
        assertTrue(mode == Planner.Mode.DRAIN || oldest.compareTo(own) >= 0, () -> "too early: " + what);
    }
}
