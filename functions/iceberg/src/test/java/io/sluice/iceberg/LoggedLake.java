package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.ObjectFormat;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TablePaths;
import io.sluice.convert.PathValues;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LakeObject;
import io.sluice.landing.LakeTail;
import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.landing.Replacement;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.testkit.memory.MemoryLandingCursors;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import io.sluice.view.Announcements;
import io.sluice.view.DayState;
import io.sluice.view.DayState.Streamed;
import io.sluice.view.StagingKeys;
import io.sluice.view.WatermarkLog;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;

/// A stream's lake with the logs of the real code: its jobs tell there what they do, wait for the table, and delete.
/// The rows that a reader is to find are kept beside it, as the objects that hold them.
final class LoggedLake {
    static final TableIdentifier NAME = TableIdentifier.of("sluice", "quakes");
    /// How long landings are kept, and objects that are told to go stay for the table.
    static final Duration KEPT = Duration.ofDays(1);
    private static final byte[] FILE = ParquetBytes.of(ParquetBytes.COLUMNS, "{\"id\":\"ak1\",\"mag\":1.5}",
            "{\"id\":\"ci2\",\"mag\":2.5}");
    private static final FirehoseObjectName NAMES = FirehoseObjectName.create("quakes", 1, ZoneOffset.UTC,
            new ObjectFormat.Parquet("c1"), Optional.empty());
    private static final String CONFIGURATION = """
            {"DeliveryStreamName": "quakes", "DeliveryStreamType": "DirectPut",
             "ExtendedS3DestinationConfiguration": {
               "RoleARN": "arn:aws:iam::123456789012:role/delivery", "BucketARN": "arn:aws:s3:::lake",
               "Prefix": "quakes/dt=!{timestamp:yyyy-MM-dd}/net=!{partitionKeyFromQuery:net}/",
               "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
               "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60},
               "DynamicPartitioningConfiguration": {"Enabled": true},
               "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "MetadataExtraction",
                 "Parameters": [{"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{net: .id}"},
                   {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]},
               "DataFormatConversionConfiguration": {"Enabled": true,
                 "SchemaConfiguration": {"DatabaseName": "d", "TableName": "t", "RoleARN": "r"},
                 "InputFormatConfiguration": {"Deserializer": {"OpenXJsonSerDe": {}}},
                 "OutputFormatConfiguration": {"Serializer": {"ParquetSerDe": {}}}}},
             "Sluice": {"Table": {"Columns": [{"Name": "id", "Type": "string"}, {"Name": "mag", "Type": "double"}]},
               "Landing": {"KeepLandingsForDays": 1}, "Lanes": 2, "Compaction": {"Prefix": "joined/"},
               "Iceberg": {"Catalog": {"Type": "rest", "URI": "http://catalog"}}}}
            """;
    private static final StreamConfiguration STREAM = stream();
    /// That of the second lane is retired and never had anything.
    private static final List<String> BUFFERS = List.of("quakes", "quakes!lane!1", "quakes!lane!2");
    private static final StagingKeys KEYS = new StagingKeys("quakes");

    private final Random random;
    Instant now = Instant.parse("2026-11-01T00:00:00Z");
    final MemoryObjectStore data = new MemoryObjectStore(() -> now);
    final MemoryObjectStore staging = new MemoryObjectStore(() -> now);
    final MemoryLandingCursors cursors = new MemoryLandingCursors();
    final Map<TableIdentifier, String> tables = MemoryCatalog.tables();
    /// The objects that hold what a reader is to find, with their key values.
    final TreeMap<String, List<String>> right = new TreeMap<>();
    private final Map<String, Long> last = new HashMap<>();
    private final List<Move> moves = new ArrayList<>();
    private final WatermarkLog watermarks = new WatermarkLog(KEYS, staging, WatermarkLog.COMPACTION + "quakes/");
    UnaryOperator<Catalog> mistake = UnaryOperator.identity();
    private TableFiles files = TableFiles.of(STREAM);
    private boolean waits = true;

    LoggedLake(Random random) {
        this.random = random;
    }

    /// A mistake in how key values are read.
    void readsPathsAsTheyAre() {
        UnaryOperator<PathValues> verbatim = of -> new PathValues(of.prefix(), KeyEncoding.VERBATIM, of.columns());
        files = new TableFiles(new TablePaths(files.paths().delivered().map(verbatim),
                files.paths().compacted().map(verbatim)), files.extension());
    }

    /// A mistake of the jobs.
    void waitsForNobody() {
        waits = false;
    }

    private static StreamConfiguration stream() {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(CONFIGURATION.getBytes(StandardCharsets.UTF_8));
        return parsed.configuration().orElseThrow(() -> new AssertionError(parsed.problems()));
    }

    /// A round of a compaction.
    private record Move(LocalDate day, int round, Instant at, List<Replacement> units) {
        String id() {
            return "compaction/" + day + "/" + round;
        }

        List<ObjectKey> sources() {
            return units.stream().flatMap(unit -> unit.gone().stream()).map(LakeObject::key).toList();
        }
    }

    StreamTable table() {
        return table(Requests.PLAIN);
    }

    StreamTable table(Requests requests) {
        Bucket bucket = new Bucket("s3://lake/", new PassingObjectStore(data, requests));
        Catalog catalog = new MemoryCatalog(tables, new StoreFileIO(bucket), requests);
        return new StreamTable(STREAM, files, bucket, new PassingObjectStore(staging, requests),
                () -> BUFFERS, mistake.apply(catalog), cursors, () -> now, new DirectExecutor());
    }

    org.apache.iceberg.Table iceberg() {
        return new MemoryCatalog(tables, new StoreFileIO(new Bucket("s3://lake/", data)), Requests.PLAIN)
                .loadTable(NAME);
    }

    boolean isThere() {
        return tables.containsKey(NAME) && iceberg().spec().isPartitioned();
    }

    private LakeLog log() {
        return new LakeLog("quakes", staging, new LakeLog.Reader(
                Optional.of(() -> waits
                        ? cursors.read().getOrDefault(LakeLog.chain("quakes"), 0L)
                        : Long.MAX_VALUE),
                KEPT), () -> now);
    }

    private Map<String, Long> heads() {
        Map<String, Long> heads = new HashMap<>();
        BUFFERS.forEach(buffer -> heads.put(buffer, last.getOrDefault(buffer, 0L)));
        return heads;
    }

    /// The stream is deleted, and made again with a staging bucket of its own.
    void beginAnew() {
        staging.delete(staging.all("").map(ObjectInfo::key).toList());
        last.clear();
    }

    /// Puts an object of another stream among the stream's own.
    ObjectKey putOfAnother() {
        return new ObjectKey(put("quakes/", day(), "a/k=1", FirehoseObjectName.create("clicks", 1, ZoneOffset.UTC,
                new ObjectFormat.Parquet("c1"), Optional.empty())));
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    void land() {
        String buffer = BUFFERS.get(random.nextInt(2));
        land(buffer, last.getOrDefault(buffer, 0L) + 1 + random.nextInt(3));
    }

    /// What lands with that version of a buffer.
    void land(String buffer, long version) {
        long previous = last.getOrDefault(buffer, 0L);
        List<LandedObject> objects = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String net = "a/k=" + random.nextInt(3);
            String key = put("quakes/", day(), net, NAMES);
            right.put(key, List.of(day().toString(), net));
            objects.add(new LandedObject(new ObjectKey(key), Partition.Kind.DATA, FILE.length, 2, 0, 0));
        }
        objects.add(new LandedObject(new ObjectKey("errors/" + version), Partition.Kind.ERRORS, 1, 1, 0, 0));
        new LandingLog(buffer, staging).put(new Landing(version, new ObjectKey("manifests/" + version),
                new Landed(now.toEpochMilli(), previous, objects)));
        last.put(buffer, version);
    }

    private LocalDate day() {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    private String put(String head, LocalDate day, String net, FirehoseObjectName names) {
        String folder = head + "dt=" + day + "/net=" + net.replace("/", "%2F").replace("=", "%3D") + "/";
        String key = names.key(folder, now, new UUID(random.nextLong(), random.nextLong()));
        data.put(new ObjectKey(key), Body.of(FILE));
        return key;
    }

    /// Joins what is there of a day, and shows it by the view; it is told as [#tell] is called.
    void compact() {
        List<LocalDate> days = right.values().stream().map(values -> LocalDate.parse(values.getFirst())).distinct()
                .toList();
        if (days.isEmpty()) {
            return;
        }
        LocalDate day = days.get(random.nextInt(days.size()));
        int round = watermarks.current().rounds(day).next();
        Map<String, List<String>> sources = new LinkedHashMap<>();
        right.forEach((key, values) -> {
            if (key.startsWith("quakes/dt=" + day + "/")) {
                sources.computeIfAbsent(values.getLast(), _ -> new ArrayList<>()).add(key);
            }
        });
        List<Replacement> units = new ArrayList<>();
        sources.forEach((net, keys) -> {
            String made = put("joined/", day, net, NAMES.ofRound(round));
            units.add(new Replacement(keys.stream().map(this::object).toList(), List.of(object(made))));
            keys.forEach(right::remove);
            right.put(made, List.of(day.toString(), net));
        });
        Move move = new Move(day, round, now, units);
        watermarks.commit(current -> {
            Set<String> hidden = new TreeSet<>();
            current.of(day).map(DayState::streamed).filter(Streamed.Except.class::isInstance)
                    .map(Streamed.Except.class::cast).ifPresent(except -> hidden.addAll(except.keys()));
            move.sources().forEach(key -> hidden.add(key.value()));
            return current.with(new DayState(day, now, new Streamed.Except(hidden),
                    current.rounds(day).show()));
        });
        moves.add(move);
    }

    private LakeObject object(String key) {
        return Announcements.object(data.head(new ObjectKey(key)).orElseThrow());
    }

    /// Tells what was moved.
    void tell() {
        moves.forEach(this::told);
    }

    private LakeLog.Told told(Move move) {
        return log().replace(move.id(), Reason.COMPACTION, move.at, this::heads, () -> Optional.of(move.units));
    }

    /// Deletes the sources of what was told and may go.
    void removeSources() {
        for (Move move : List.copyOf(moves)) {
            LakeLog.Told told = told(move);
            if (log().staysUntil(told).isEmpty()) {
                delete(move.sources(), told.at());
                watermarks.commit(current -> current.of(move.day).map(state -> current.with(state.with(
                        rest(state, move)))).orElse(current));
                moves.remove(move);
            }
        }
    }

    private static Streamed rest(DayState state, Move move) {
        Set<String> hidden = new TreeSet<>(state.streamed() instanceof Streamed.Except(var keys) ? keys : Set.of());
        move.sources().forEach(key -> hidden.remove(key.value()));
        return hidden.isEmpty() ? new Streamed.All() : new Streamed.Except(hidden);
    }

    /// A run of a retention, or an erasure, of some objects; it goes on with what others told.
    void remove(Reason reason) {
        LakeLog log = log();
        LakeTail tail = log.tail(Instant.MAX);
        List<ObjectInfo> due = right.keySet().stream().filter(_ -> random.nextInt(6) == 0).limit(3)
                .map(key -> data.head(new ObjectKey(key)).orElseThrow()).toList();
        tail.remove(reason, heads(), due.stream().map(Announcements::object).toList());
        due.forEach(object -> right.remove(object.key().value()));
        tail.due().forEach((version, change) -> {
            Instant told = change.reason() == Reason.ERASURE
                    ? Instant.MIN
                    : Instant.ofEpochMilli(new LandingLog(LakeLog.chain("quakes"), staging).find(version)
                            .orElseThrow().landed().at());
            delete(change.gone().stream().map(LakeObject::key).toList(), told);
            tail.executed(version);
        });
        log.keep(tail);
    }

    /// No reader of the table may miss what is deleted, unless the table was waited for in vain.
    private void delete(List<ObjectKey> keys, Instant told) {
        if (isThere() && !told.equals(Instant.MIN) && now.isBefore(told.plus(KEPT))) {
            Set<String> named = new TreeSet<>(files().keySet());
            named.retainAll(keys.stream().map(ObjectKey::value).toList());
            assertEquals(Set.of(), named, "deleted before they were taken out of the table");
        }
        data.delete(keys);
    }

    /// The data files of the table and their partition values.
    Map<String, List<String>> files() {
        Map<String, List<String>> files = new TreeMap<>();
        try (CloseableIterable<FileScanTask> tasks = iceberg().newScan().planFiles()) {
            tasks.forEach(task -> {
                var partition = task.file().partition();
                List<String> values = Stream.iterate(0, i -> i < partition.size(), i -> i + 1)
                        .map(i -> String.valueOf(partition.get(i, Object.class))).toList();
                assertEquals(null, files.put(task.file().location().substring("s3://lake/".length()), values),
                        "a file is there twice");
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /// Removes entries as the flusher's sweep does.
    void sweep() {
        for (String buffer : BUFFERS) {
            long read = cursors.read().getOrDefault(buffer, 0L);
            List<ObjectInfo> all = staging.all(Landing.prefix(buffer)).toList();
            staging.delete(all.stream().limit(Math.max(0, all.size() - 1)).filter(each -> each.modified()
                    .isBefore(now.minus(KEPT.multipliedBy(
                            version(each) <= read ? 1 : LandingLog.UNREAD_FACTOR))))
                    .map(ObjectInfo::key).toList());
        }
        log().sweep(Deadline.NONE);
    }

    private static long version(ObjectInfo landing) {
        String key = landing.key().value();
        return Long.parseLong(key.substring(key.lastIndexOf('/') + 1));
    }
}
