package io.sluice.simulation.folders;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.OpenDeliveries;
import io.sluice.index.Buffer;
import io.sluice.ingest.Extracted;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.QueryKeys;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.layout.Filing;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.OutputPrefixes;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ErrorOutput;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.PartitionBinder;
import io.sluice.plugin.KeyExtractor;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RemovalReport;
import io.sluice.retention.Retention;
import io.sluice.retention.RetentionException;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionSettings;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.simulation.Choices;
import io.sluice.simulation.Violation;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemoryRetentionRules;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A stream of some days: batches of records that arrived about full hours and midnights, flush runs, rules that are
/// set and forgotten, retention runs. Nothing fails in it; what is drawn is the configuration.
public final class FolderWorld {
    private static final List<Instant> STARTS = List.of(Instant.parse("2026-05-27T20:10:00Z"),
            Instant.parse("2025-12-30T23:00:00Z"), Instant.parse("2024-02-27T03:00:00Z"),
            Instant.parse("2011-12-28T08:00:00Z"));
    private static final List<Duration> JUMPS = List.of(Duration.ofMinutes(7), Duration.ofMinutes(50),
            Duration.ofHours(5), Duration.ofHours(13), Duration.ofDays(1), Duration.ofDays(4));
    private static final int ROUNDS = 12;
    private static final int ABOUT_SECONDS = 1_500;
    private static final int LAST_RUNS = 8;
    private static final int RULES_DAYS_MAX = 4;

    private final Choices choices;
    private final FolderStream stream;
    private final OutputPrefixes prefixes;
    private final FolderOracle oracle;
    private final MemoryObjectStore data;
    private final MemoryRetentionRules rules = new MemoryRetentionRules();
    private final Buffer buffer;
    private final Map<String, FolderRecord> records = new LinkedHashMap<>();
    private final Set<String> known = new HashSet<>();
    private Instant now;
    private int runs;

    private FolderWorld(Choices choices) {
        this.choices = choices;
        this.stream = FolderStream.draw(choices);
        this.oracle = new FolderOracle(stream);
        this.prefixes = OutputPrefixes.resolve(stream.prefix(), stream.errorPrefix()).prefixes()
                .orElseThrow(() -> new Violation("refused: " + stream));
        this.now = start();
        this.data = new MemoryObjectStore(() -> now);
        this.buffer = new Buffer("quakes", new MemoryObjectStore(() -> now), new MemoryIndex(50));
    }

    /// About a year's or a month's end, or a day or two before the stream's clocks are put forward or back.
    private Instant start() {
        Instant start = choices.pick(STARTS).plusSeconds(choices.below(400_000));
        ZoneOffsetTransition change = stream.zone().getRules().nextTransition(start);
        return change == null || choices.oneIn(2)
                ? start
                : change.getInstant().minusSeconds(choices.below(30_000));
    }

    /// Runs a world to its end.
    ///
    /// @throws Violation when a record lies in a wrong folder, goes before its time or stays after it
    public static void run(Choices choices) {
        FolderWorld world = new FolderWorld(choices);
        try {
            world.run();
        } catch (Violation violation) {
            Violation told = new Violation(violation.getMessage() + "; " + world.stream);
            told.initCause(violation);
            throw told;
        }
    }

    private void run() {
        others();
        for (int round = 0; round < ROUNDS; round++) {
            switch (choices.below(6)) {
                case 0 -> rule();
                case 1 -> retention();
                case 2 -> now = now.plus(choices.pick(JUMPS));
                case 3 -> flush(Planner.Mode.SCHEDULED);
                default -> ingest();
            }
            now = now.plusSeconds(choices.below(400));
        }
        now = now.plusSeconds(1);
        flush(Planner.Mode.DRAIN);
        oracle.judgeAllLanded();
        for (int run = 0; run < LAST_RUNS; run++) {
            now = choices.oneIn(3)
                    ? now.plus(choices.pick(JUMPS)).plusSeconds(choices.below(3_600))
                    : asSomethingGetsOld();
            if (choices.oneIn(3)) {
                rule();
            }
            retention();
        }
    }

    /// A moment at which some record is still to stay, or is to go by now.
    private Instant asSomethingGetsOld() {
        List<Instant> turns = oracle.turns(now).stream().filter(turn -> turn.isAfter(now)).toList();
        return turns.isEmpty() ? now.plus(choices.pick(JUMPS)) : choices.pick(turns);
    }

    /// What others put into the bucket.
    private void others() {
        for (String key : List.of("data/notes", "k=a/notes", "2011/01/01/00/quakes", "README",
                "a/2011/01/01/00/quake-1-2011-01-01-00-00-00-00000000-0000-8000-8000-000000000000")) {
            data.put(new ObjectKey(key), Body.of(new byte[]{1}));
            known.add(key);
        }
    }

    private void ingest() {
        List<SourceRecord> batch = new ArrayList<>();
        List<FolderRecord> drawn = new ArrayList<>();
        for (int count = choices.between(1, 8); count > 0; count--) {
            FolderRecord record = new FolderRecord("r" + records.size(), values(stream.query()),
                    values(stream.lambda()), arrival());
            records.put(record.id(), record);
            drawn.add(record);
            batch.add(new SourceRecord(record.id(), record.arrival(), record.id().getBytes(UTF_8)));
        }
        drawn.forEach(oracle::accepted);
        ingesting().accept(new SourceBatch(SourceType.FIREHOSE, "arn:simulated", "invocation " + ++runs, batch),
                Optional.empty());
    }

    private Map<String, String> values(Set<String> keys) {
        Map<String, String> values = new HashMap<>();
        for (String key : keys) {
            if (key.equals(FolderStream.DATE)) {
                values.put(key, choices.oneIn(8)
                        ? choices.pick(List.of("soon", "2026-02-30", "2026-13-01"))
                        : LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(choices.below(4)).toString());
            } else if (!stream.lambda().contains(key) || !choices.oneIn(6)) {
                values.put(key, choices.pick(stream.values().getOrDefault(key, List.of("a"))));
            } else if (choices.oneIn(2)) {
                values.put(key, "");
            }
        }
        return values;
    }

    /// A moment ago; about a full hour or midnight of the last days, by the stream's own clock; or, from a clock that
    /// counts seconds, in 1970.
    private Instant arrival() {
        return switch (choices.below(7)) {
            case 0 -> now.minus(Duration.ofDays(choices.below(4))).atZone(stream.zone()).toLocalDate()
                    .atStartOfDay(stream.zone()).toInstant()
                    .plusSeconds(choices.between(-ABOUT_SECONDS, ABOUT_SECONDS));
            case 1 -> now.minus(Duration.ofHours(choices.between(1, 60))).atZone(stream.zone()).withMinute(0)
                    .withSecond(0).toInstant().plusSeconds(choices.between(-ABOUT_SECONDS, ABOUT_SECONDS));
            case 2 -> choices.oneIn(3) ? Instant.ofEpochMilli(now.toEpochMilli() / 1_000) : now;
            case 3 -> changeOfClocks().plusSeconds(choices.between(-3 * ABOUT_SECONDS, 3 * ABOUT_SECONDS));
            default -> now.minusMillis(choices.below(300_000));
        };
    }

    /// The latest moment at which the stream's clocks were put forward or back, if that was in the last days.
    private Instant changeOfClocks() {
        return Optional.ofNullable(stream.zone().getRules().previousTransition(now))
                .map(ZoneOffsetTransition::getInstant)
                .filter(change -> change.isAfter(now.minus(Duration.ofDays(4)))).orElse(now);
    }

    private Ingest ingesting() {
        QueryKeys query = (bytes, offset, length) -> new Extracted.Keys(
                record(new String(bytes, offset, length, UTF_8)).query());
        KeyExtractor lambda = new KeyExtractor() {
            @Override
            public String name() {
                return "known";
            }

            @Override
            public Map<String, String> keys(byte[] record) {
                return record(new String(record, UTF_8)).lambda();
            }
        };
        return new Ingest(new Ingest.IngestSettings(4, Filing.of(stream.zone(), stream.interval())),
                new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(), Optional.of(query),
                        Optional.of(lambda)),
                () -> new PartitionBinder(prefixes.prefix(), prefixes.errorOutputPrefix(), format(), encoding()),
                Delimiting.NEWLINE, buffer);
    }

    private FolderRecord record(String id) {
        return Optional.ofNullable(records.get(id)).orElseThrow();
    }

    private static ObjectFormat format() {
        return new ObjectFormat.Joined(Compression.UNCOMPRESSED);
    }

    private KeyEncoding encoding() {
        return stream.percent() ? KeyEncoding.PERCENT : KeyEncoding.VERBATIM;
    }

    private void flush(Planner.Mode mode) {
        PlanSettings plan = new PlanSettings(
                new DuePolicy(stream.objectBytesMax(), stream.interval(), Duration.ofSeconds(60)),
                new ObjectNaming("quakes", 1, Optional.empty(), stream.zone()),
                new ErrorOutput(prefixes.errorOutputPrefix()), Duration.ofSeconds(300), Optional.empty(), 4,
                Duration.ofHours(26), 1_000, 1 << 20);
        FlushSummary summary = new Flusher(new FlushSettings(plan, 1 << 20, 1 << 20), buffer, data,
                Workers.sequential(), () -> now).flush("run " + ++runs, mode, Deadline.NONE);
        if (!summary.problems().isEmpty()) {
            throw new Violation("a flush run has problems: " + summary.problems());
        }
        data.contents().forEach((key, bytes) -> {
            if (known.add(key)) {
                oracle.found(key, bytes);
            }
        });
    }

    private void rule() {
        List<String> keys = List.copyOf(stream.values().keySet());
        if (keys.isEmpty()) {
            return;
        }
        String key = choices.pick(keys);
        String value = choices.pick(stream.values().getOrDefault(key, List.of()));
        int days = choices.below(RULES_DAYS_MAX + 1);
        try {
            if (days == 0) {
                retaining().remove(new KeyValue(key, value));
                oracle.rules().forget(key, value);
            } else {
                retaining().set(new RetentionRule(new KeyValue(key, value), days));
                oracle.rules().set(key, value, days);
            }
        } catch (RetentionException _) {
            // There is no such rule, or there can be none; then none is in force.
        }
    }

    private Retention retaining() {
        RetentionSettings settings = new RetentionSettings("quakes", prefixes.prefix(), prefixes.errorOutputPrefix(),
                encoding(), Map.of(FolderStream.DATE, FolderStream.DATE_PATTERN), stream.zone(), stream.days());
        return new Retention(settings, rules, data, new OpenDeliveries(buffer), () -> now);
    }

    private void retention() {
        Map<String, Instant> written = new HashMap<>();
        data.contents().keySet().forEach(key -> written.put(key, data.head(new ObjectKey(key)).orElseThrow()
                .modified()));
        RemovalReport report = retaining().run(RemovalMode.REMOVE, now, Deadline.NONE);
        if (!report.complete() || !report.problems().isEmpty()) {
            throw new Violation("a retention run says " + report);
        }
        Set<String> there = new TreeSet<>(data.contents().keySet());
        written.forEach((key, at) -> {
            if (there.contains(key)) {
                oracle.left(key, at, now);
            } else {
                oracle.gone(key, at, now);
            }
        });
    }
}
