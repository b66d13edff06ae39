package io.sluice.compaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.flush.OpenDeliveries;
import io.sluice.index.Buffer;
import io.sluice.landing.LakeLog;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.Layout;
import io.sluice.layout.PathDay;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.lake.CompactionSteps;
import io.sluice.testkit.lake.ViewReader;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.PassingSourceStore;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.Announcements;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.ViewDefinition;
import io.sluice.view.Watermark;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/// A bucket in memory with what a stream delivered to `net=…/date=…/`, that is compacted to `large/net=…/date=…/`, and
/// a view over both.
final class CompactedLake {
    static final LocalDate FIRST = LocalDate.parse("2026-01-01");
    static final LocalDate SECOND = LocalDate.parse("2026-01-02");
    static final String LARGE = "large/";

    final MemoryObjectStore data;
    final MemoryObjectStore staging;
    final Faults faults;
    Instant now = Instant.parse("2026-01-03T12:00:00Z");
    Duration after = Duration.ZERO;
    Duration grace = Duration.ZERO;
    long objectBytes = 1 << 20;
    String prefix = LARGE;
    Compression compression = Compression.GZIP;
    Optional<Set<ObjectKey>> open = Optional.empty();

    /// @param between runs after each request that writes
    CompactedLake(Runnable between) {
        data = new MemoryObjectStore(() -> now);
        staging = new MemoryObjectStore(() -> now);
        faults = new Faults(between);
    }

    CompactedLake() {
        this(() -> {});
    }

    static String row(String net, LocalDate day, int number) {
        return "{\"net\":\"" + net + "\",\"dt\":\"" + day + "\",\"n\":" + number + "}";
    }

    /// The key of a delivered object.
    static String key(String net, LocalDate day, int number) {
        return "net=" + net + "/date=" + day + "/quakes-1-" + day + "-00-00-" + "%02d".formatted(number % 60) + "-"
                + new UUID(0x8000L | number, 0x8000_0000_0000_0000L) + ".gz";
    }

    /// Puts a delivered object: gzipped lines with line ends.
    String deliver(String net, LocalDate day, int number, String... lines) {
        String key = key(net, day, number);
        put(key, Gzip.of(String.join("\n", lines) + "\n"));
        return key;
    }

    void put(String key, byte[] bytes) {
        data.put(new ObjectKey(key), Body.of(bytes));
    }

    /// From now on the stream has a landing log.
    Optional<LakeLog.Reader> told = Optional.empty();

    private Optional<Announcements> announcements() {
        ObjectStore store = new PassingObjectStore(staging, faults.of("staging"));
        return told.map(reader -> new Announcements(new LakeLog("quakes", store, reader, () -> now),
                new OpenDeliveries(new Buffer("quakes", store, new MemoryIndex(50)))));
    }

    Compaction compaction() {
        var expression = PrefixExpression
                .parse("net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:dt}/");
        var layout = Layout.of("quakes", expression, KeyEncoding.VERBATIM, Map.of(), ZoneOffset.UTC);
        var settings = new CompactionSettings("quakes", "lake",
                new CompactedPaths(layout, new CompactedPrefix(expression.literalHead(), prefix),
                        new PathDay(List.of("date"))),
                ZoneOffset.UTC, after, grace, objectBytes, new JoinedFormat.Text(compression),
                FirehoseObjectName.create("quakes", 1,
                        ZoneOffset.UTC, new ObjectFormat.Joined(compression), Optional.empty()));
        var ports = new CompactionPorts(new PassingSourceStore(new MemorySourceStore(data), faults.of("source")),
                new PassingObjectStore(data, faults.of("data")), new PassingObjectStore(staging, faults.of("staging")),
                new FlushWriters(() -> open), Workers.sequential(), Workers.sequential(),
                () -> now, announcements(), Optional.empty());
        return new Compaction(settings, ports, view());
    }

    static ViewDefinition view() {
        return new ViewDefinition("lake", "quakes_all", "lake", new ViewDefinition.Table("quakes", "\"date\""),
                new ViewDefinition.Table("quakes_compacted", "\"date\""),
                List.of(ViewDefinition.Column.of("n"), new ViewDefinition.Column("day", "\"date\"", "\"date\"")));
    }

    /// All steps, as the command takes them; the sentences about what could not be done.
    List<String> run() {
        return CompactionSteps.run(compaction());
    }

    /// Makes the objects of all joins of a round.
    static List<Joined> join(Compaction compaction, Round round) {
        return IntStream.range(0, round.joins().size())
                .mapToObj(unit -> compaction.join(round, unit, Deadline.NONE)).toList();
    }

    /// What a reader of the view sees now.
    List<String> visible() {
        Map<String, byte[]> objects = data.contents();
        byte[] text = objects.get("views/quakes_all.sql");
        String sql = text == null ? view().sql(new Watermark(0, "", new TreeMap<>())) : new String(text, UTF_8);
        return new ViewReader("lake", Map.of("quakes", key -> key.startsWith("net="), "quakes_compacted",
                key -> key.startsWith(LARGE))).rows(sql, objects);
    }

    /// The view's text.
    String view(String key) {
        return new String(Objects.requireNonNull(data.contents().get(key)), UTF_8);
    }

    List<String> keys(String start) {
        return data.contents().keySet().stream().filter(key -> key.startsWith(start)).toList();
    }

    /// The rows of compacted objects, read by the platform's own reader of gzip from a stream that never says what is
    /// available: it sees the first member alone.
    List<String> inLarge() {
        List<String> rows = new ArrayList<>();
        for (String key : keys(LARGE)) {
            try (var in = new GZIPInputStream(new ByteArrayInputStream(data.contents().get(key)) {
                @Override
                public synchronized int available() {
                    return 0;
                }
            })) {
                rows.addAll(new String(in.readAllBytes(), UTF_8).lines().toList());
            } catch (IOException e) {
                throw new UncheckedIOException(key, e);
            }
        }
        rows.sort(null);
        return rows;
    }
}
