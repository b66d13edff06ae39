package io.sluice.iceberg;

import io.sluice.config.IcebergSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingLog;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/// The Iceberg table of a stream, as its configuration has it: made of the logs of all its buffers and of its lake.
/// What waits for readers of the logs is told how far the table is. Safe for concurrent use, and beside others of the
/// same stream.
///
/// Every method throws [io.sluice.objects.StoreException], and what the catalog throws, where one of them cannot be
/// reached, and may be repeated.
public final class StreamTable {
    private final StreamConfiguration stream;
    private final Bucket data;
    private final ObjectStore staging;
    private final Supplier<List<String>> buffers;
    private final RegisteredTable table;
    private final LandingCursors cursors;
    private final InstantSource clock;
    private final ExecutorService workers;
    private final TableFiles files;
    private final ShownObjects shown;

    /// @param data    the bucket of the objects, where the table's metadata is, too
    /// @param staging where the logs are
    /// @param buffers names of all that the stream ever had, asked at each run
    /// @param cursors those of this reader
    /// @param workers read footers and manifests
    /// @throws IllegalArgumentException when the configuration has no table
    public StreamTable(StreamConfiguration stream, Bucket data, ObjectStore staging, Supplier<List<String>> buffers,
            Catalog catalog, LandingCursors cursors, InstantSource clock, ExecutorService workers) {
        this(stream, TableFiles.of(stream), data, staging, buffers, catalog, cursors, clock, workers);
    }

    StreamTable(StreamConfiguration stream, TableFiles files, Bucket data, ObjectStore staging,
            Supplier<List<String>> buffers, Catalog catalog, LandingCursors cursors, InstantSource clock,
            ExecutorService workers) {
        this.stream = stream;
        this.data = data;
        this.staging = staging;
        this.buffers = buffers;
        this.cursors = cursors;
        this.clock = clock;
        this.workers = workers;
        this.files = files;
        this.shown = new ShownObjects(stream, files, data.store(), staging);
        IcebergSection section = stream.sluice().iceberg().orElseThrow(
                () -> new IllegalArgumentException("stream " + stream.stream() + " has no Iceberg table"));
        this.table = new RegisteredTable(catalog, TableIdentifier.of(section.namespace(), section.table()),
                definition(stream, data, section, files));
    }

    private static TableDefinition definition(StreamConfiguration stream, Bucket data, IcebergSection section,
            TableFiles files) {
        String root = data.root().substring(0, data.root().length() - 1);
        return new TableDefinition(stream.stream(), data.root() + section.location(), root,
                stream.sluice().table().orElseThrow(() -> new IllegalArgumentException(
                        "stream " + stream.stream() + " declares no columns for its Iceberg table")).columns(),
                files.paths().columns());
    }

    /// Registers what came since the last run, as far as there is time.
    ///
    /// @throws UnusableTableException when the table is another's, or cannot have the configuration's columns
    public Registration register(Deadline deadline) {
        Registration registration = registrar(SnapshotRules.DEFAULT).register(deadline);
        tell(registration.marks());
        return registration;
    }

    /// Adds the stream's objects below a prefix that are not in the table: those that landed before there was a log.
    ///
    /// @param prefix of their keys; empty: the stream's own, by their names
    /// @throws UnusableTableException as [#register]
    public Registration backfill(String prefix) {
        try (Stream<DataObject> objects = prefix.isEmpty() ? shown.objects() : shown.objects(prefix)) {
            return registrar(SnapshotRules.DEFAULT).backfill(objects);
        }
    }

    /// Removes snapshots from the table; no data, and no file before a [#sweep].
    ///
    /// @param age of the youngest that goes
    /// @return how many
    public int expire(Duration age) {
        return registrar(new SnapshotRules(age, SnapshotRules.DEFAULT.most())).expire();
    }

    /// Deletes what Iceberg wrote and no snapshot needs any more, a day after that was found.
    ///
    /// @return how many files
    public int sweep() {
        return registrar(SnapshotRules.DEFAULT).sweep();
    }

    /// The table as it is; empty where it is not there. Nothing is written.
    ///
    /// @throws UnusableTableException as [#register]
    public Optional<TableStatus> status() {
        return table.find().map(this::status);
    }

    private TableStatus status(RegisteredTable.Found found) {
        TableMetadata metadata = found.metadata();
        Optional<Snapshot> current = Optional.ofNullable(metadata.currentSnapshot());
        List<LandingLog> logs = logs();
        Map<String, Long> marks = Marks.of(metadata, logs.stream().map(LandingLog::buffer).toList()).versions();
        Map<String, Long> heads = new HashMap<>();
        logs.forEach(log -> heads.put(log.buffer(),
                log.after(0).mapToLong(Long::longValue).max().orElse(marks.getOrDefault(log.buffer(), 0L))));
        Optional<Instant> oldest = LandingLog.waitingSince(logs.stream(), marks);
        return new TableStatus(table.name().toString(), metadata.location(), metadata.snapshots().size(),
                count(current, SnapshotSummary.TOTAL_DATA_FILES_PROP),
                count(current, SnapshotSummary.TOTAL_RECORDS_PROP), marks, heads, oldest,
                found.changes());
    }

    private static long count(Optional<Snapshot> snapshot, String property) {
        return snapshot.map(each -> each.summary().get(property)).map(Long::parseLong).orElse(0L);
    }

    private Registrar registrar(SnapshotRules rules) {
        List<LandingLog> logs = logs();
        return new Registrar(table, data, logs.stream().<Chain>map(log -> log.buffer().equals(lake())
                ? new LakeChain(log, this::log, files)
                : new LandingChain(log, files)).toList(), Optional.of(shown), rules, clock, workers);
    }

    /// That of the lake first: what its entries wait for is then read behind them.
    private List<LandingLog> logs() {
        return Stream.concat(Stream.of(lake()), buffers.get().stream()).map(this::log).toList();
    }

    private LandingLog log(String buffer) {
        return new LandingLog(buffer, staging);
    }

    private String lake() {
        return LakeLog.chain(stream.stream());
    }

    /// What is removed waits until the table has no entry of it any more, and a landing until it is in the table.
    private void tell(Map<String, Long> marks) {
        Map<String, Long> told = cursors.read();
        marks.forEach((chain, version) -> {
            if (version > told.getOrDefault(chain, 0L)) {
                cursors.advance(chain, version);
            }
        });
    }
}
