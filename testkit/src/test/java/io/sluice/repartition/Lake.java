package io.sluice.repartition;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.convert.Converters;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.OpenDeliveries;
import io.sluice.index.Buffer;
import io.sluice.ingest.Extracted;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.QueryKeys;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.input.RowFiles;
import io.sluice.landing.LakeLog;
import io.sluice.layout.Filing;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ErrorOutput;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.Reject;
import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.testkit.lake.ViewReader;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.PassingSourceStore;
import io.sluice.view.Announcements;
import io.sluice.view.DayMove;
import io.sluice.view.DayRun;
import io.sluice.view.ViewDefinition;
import io.sluice.view.Watermark;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import static java.nio.charset.StandardCharsets.UTF_8;

/// A bucket in memory with streamed objects by day (`raw/dt=…/`) that are repartitioned to `net=…/date=…/`, and a view
/// over both. Records are JSON lines with `net` and `dt`.
final class Lake {
    static final LocalDate FIRST = LocalDate.parse("2026-01-01");
    static final LocalDate SECOND = LocalDate.parse("2026-01-02");
    private static final Pattern KEYS = Pattern.compile("\"net\":\"([^\"]*)\",\"dt\":\"([^\"]*)\"");

    final MemoryObjectStore data;
    final MemoryObjectStore staging;
    final Map<String, MemoryIndex> indexes = new HashMap<>();
    final Faults faults;
    Instant now = Instant.parse("2026-01-03T12:00:00Z");
    Trouble trouble = Trouble.STOP;
    Rejects rejects = Rejects.REFUSE;
    Duration settledAfter = Duration.ofDays(7);
    Duration grace = Duration.ZERO;
    String from = "raw/";
    String stream = "quakes";
    PrefixExpression prefix = PrefixExpression
            .parse("net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:dt}/");
    Optional<RowFiles> rows = Optional.empty();
    private int runs;

    /// @param between runs after each request that writes
    Lake(Runnable between) {
        data = new MemoryObjectStore(() -> now);
        staging = new MemoryObjectStore(() -> now);
        faults = new Faults(between);
    }

    Lake() {
        this(() -> {});
    }

    static String record(String net, LocalDate day, int number) {
        return "{\"net\":\"" + net + "\",\"dt\":\"" + day + "\",\"n\":" + number + "}";
    }

    /// A record of the first day, in `ak`.
    static String row(int number) {
        return record("ak", FIRST, number);
    }

    /// Puts a streamed object: lines with line ends.
    void stream(String key, String... lines) {
        stream(key, (String.join("\n", lines) + "\n").getBytes(UTF_8));
    }

    void stream(String key, byte[] bytes) {
        data.put(new ObjectKey(key), Body.of(bytes));
    }

    Repartition repartition() {
        RepartitionSettings settings = new RepartitionSettings(stream, "lake", from, prefix.literalHead(), "errors/",
                Optional.empty(), ZoneOffset.UTC, 2, trouble, rejects, settledAfter, grace, 100);
        return new Repartition(settings, parts(), view());
    }

    static ViewDefinition view() {
        return new ViewDefinition("lake", "quakes_all", "lake", new ViewDefinition.Table("streamed", "\"dt\""),
                new ViewDefinition.Table("quakes", "\"date\""),
                List.of(ViewDefinition.Column.of("n"), new ViewDefinition.Column("day", "\"dt\"", "\"date\"")));
    }

    private Parts parts() {
        return new Parts(new PassingSourceStore(new MemorySourceStore(data), faults.of("source")),
                new PassingObjectStore(data, faults.of("data")), new PassingObjectStore(staging, faults.of("staging")),
                name -> new Buffer(name, new PassingObjectStore(staging, faults.of("staging")),
                        new PassingIndex(index(name), faults.of("index"))),
                this::ingest, _ -> Converters.NONE,
                flushSettings(),
                Workers.sequential(),
                () -> now, () -> "run-" + runs++, announcements(), rows);
    }

    /// From now on the stream has a landing log.
    Optional<LakeLog.Reader> told = Optional.empty();

    private Optional<Announcements> announcements() {
        ObjectStore store = new PassingObjectStore(staging, faults.of("staging"));
        return told.map(reader -> new Announcements(new LakeLog(stream, store, reader, () -> now),
                new OpenDeliveries(new Buffer(stream, store, index(stream)))));
    }

    private MemoryIndex index(String buffer) {
        return indexes.computeIfAbsent(buffer, _ -> new MemoryIndex(50));
    }

    private Ingest ingest(Buffer buffer) {
        QueryKeys keys = (bytes, offset, length) -> {
            Matcher matcher = KEYS.matcher(new String(bytes, offset, length, UTF_8));
            return matcher.find()
                    ? new Extracted.Keys(Map.of("net", matcher.group(1), "dt", matcher.group(2)))
                    : new Extracted.Failed(Reject.NOT_JSON);
        };
        RecordProcessor processor = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(),
                Optional.of(keys), Optional.empty());
        return new Ingest(new Ingest.IngestSettings(2, new Filing(ZoneOffset.UTC, Duration.ZERO)), processor,
                () -> new PartitionBinder(prefix, PrefixExpression.parse("errors/!{firehose:error-output-type}/"),
                        new ObjectFormat.Joined(Compression.GZIP), KeyEncoding.VERBATIM),
                Delimiting.NEWLINE, buffer);
    }

    private FlushSettings flushSettings() {
        PlanSettings plan = new PlanSettings(new DuePolicy(10_000, Duration.ofSeconds(300), Duration.ofSeconds(60)),
                new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC),
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), Optional.empty(), 2, Duration.ofHours(26), 1_000, 1 << 20,
                told.map(LakeLog.Reader::grace));
        return new FlushSettings(plan, 1 << 20, 1 << 20);
    }

    SourceObject version(String key) {
        return new MemorySourceStore(data).version(new ObjectKey(key)).orElseThrow();
    }

    /// All steps for all days that are due, as the command takes them; the sentences about what could not be done.
    List<String> run(boolean remove) {
        List<String> troubles = new ArrayList<>();
        Repartition repartition = repartition();
        SourceListing listing = repartition.list();
        repartition.refresh(listing, troubles::add);
        for (LocalDate day : repartition.due(listing)) {
            troubles.addAll(move(repartition, listing, day));
        }
        if (remove) {
            repartition.days().current().unremoved().forEach(day -> remove(repartition, day));
        }
        return troubles;
    }

    private static List<String> move(Repartition repartition, SourceListing listing, LocalDate day) {
        List<String> blocked = new ArrayList<>();
        for (SourceObject object : repartition.plan(day, listing).orElseThrow().objects()) {
            if (repartition.ingest(day, object, Deadline.NONE) instanceof DayMove.Joined.Blocked(String why)) {
                blocked.add(object.key() + ": " + why);
            }
        }
        if (blocked.isEmpty()) {
            switch (repartition.deliver(day, Deadline.NONE)) {
                case DayDelivery.Progress.Delivered _ -> repartition.move(day);
                case DayDelivery.Progress.Unfinished _ -> blocked.add("unfinished");
                case DayDelivery.Progress.Stuck(String why) -> blocked.add(why);
            }
        }
        return blocked;
    }

    static DayMove.Removed remove(Repartition repartition, LocalDate day) {
        return new DayRun<>(repartition, Workers.sequential()).remove(day);
    }

    /// What a reader of the view sees now.
    List<String> visible() {
        Map<String, byte[]> objects = data.contents();
        byte[] text = objects.get("views/quakes_all.sql");
        String sql = text == null ? view().sql(Watermark.none(from)) : new String(text, UTF_8);
        return new ViewReader("lake", Map.of("streamed", key -> key.startsWith(from), "quakes",
                key -> key.startsWith("net="))).rows(sql, objects);
    }

    /// Rows in the target, whether the view shows them or not.
    List<String> inTarget() {
        List<String> rows = new ArrayList<>();
        data.contents().forEach((key, bytes) -> {
            if (key.startsWith("net=")) {
                rows.addAll(ViewReader.lines(bytes));
            }
        });
        rows.sort(null);
        return rows;
    }

    List<String> keys(String prefix) {
        return data.contents().keySet().stream().filter(key -> key.startsWith(prefix)).toList();
    }
}
