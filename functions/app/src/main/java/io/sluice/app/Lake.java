package io.sluice.app;

import io.sluice.compaction.Compaction;
import io.sluice.compaction.CompactionPlan;
import io.sluice.compaction.CompactionPorts;
import io.sluice.compaction.FlushWriters;
import io.sluice.compaction.RowPorts;
import io.sluice.config.KeyDates;
import io.sluice.config.StreamConfiguration;
import io.sluice.convert.RowFormat;
import io.sluice.convert.RowReaders;
import io.sluice.flush.OpenDeliveries;
import io.sluice.flush.SweepMark;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.input.RowFiles;
import io.sluice.layout.DayOfKey;
import io.sluice.layout.Filing;
import io.sluice.repartition.Parts;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.retention.EraseReport;
import io.sluice.retention.Erasure;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RemovalReport;
import io.sluice.retention.Retention;
import io.sluice.retention.RetentionSettings;
import io.sluice.retention.SourceErasure;
import io.sluice.retention.SourceErasureReport;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.source.SourceStore;
import io.sluice.view.Announcements;
import io.sluice.view.OpenDays;
import io.sluice.view.ViewTables;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The objects of a stream that are there already: their move into another layout, or to few large ones, and their
/// removal. Safe for concurrent use.
public final class Lake {
    /// Each holds a range of an object, or a row group.
    private static final int SOURCE_OBJECTS_MAX = 3;

    private final StreamConfiguration configuration;
    private final Pipeline pipeline;
    private final Ports ports;
    private final StreamBuffers buffers;
    private final Telemetry telemetry;

    Lake(Pipeline pipeline, Ports ports, StreamBuffers buffers, Telemetry telemetry) {
        this.configuration = pipeline.configuration();
        this.pipeline = pipeline;
        this.ports = ports;
        this.buffers = buffers;
        this.telemetry = telemetry;
    }

    /// The move of objects that are there into the stream's layout.
    ///
    /// @throws io.sluice.view.DayMoveException when the request cannot be carried out as it is
    public Repartition repartition(RepartitionRequest request) {
        SourceStore source = ports.sourceObjects();
        Optional<String> key = source.list(request.from(), "").objects().stream().map(object -> object.key().value())
                .filter(each -> DayOfKey.of(each).isPresent()).findFirst();
        Parts parts = new Parts(source, ports.data(), ports.staging(),
                name -> new Buffer(name, ports.staging(), ports.index(name)), this::ingest,
                Pipeline::converters, pipeline.flushSettings(), new VirtualThreadWorkers(Pipeline.REQUESTS_MAX),
                pipeline.clock(), () -> UUID.randomUUID().toString(), announcements(),
                PluginServices.only(RowFiles.class));
        return new Repartition(request.settings(configuration, dataBucket()), parts,
                ViewTables.of(configuration, request.from(), key, request.sourceTable()));
    }

    /// The stream's ingest for a day's buffer. What was read line by line is written line by line, whatever the
    /// stream's producers did about line ends; unless it is converted. Nothing is filed on another day than its own.
    private Ingest ingest(Buffer buffer) {
        return new Ingest(new Ingest.IngestSettings(configuration.sluice().indexShards(), configuration.conversion(),
                new Filing(configuration.timeZone(), Duration.ZERO)),
                pipeline.processor(), pipeline.binders(), Delimiting.NEWLINE, buffer);
    }

    /// The compaction of the stream's days, whose sources are read while there is time.
    ///
    /// @param grace how long joined objects stay; empty: as the configuration says
    /// @throws io.sluice.view.DayMoveException when the configuration asks for no compaction, or for one that
    ///     cannot be carried out
    public Compaction compaction(Optional<Duration> grace, Deadline deadline) {
        return new Compaction(CompactionPlan.settings(configuration, dataBucket(), grace),
                new CompactionPorts(new TimedSource(ports.sourceObjects(), deadline), ports.data(), ports.staging(),
                        new FlushWriters(buffers.openDeliveries()), new VirtualThreadWorkers(Pipeline.REQUESTS_MAX),
                        new VirtualThreadWorkers(Pipeline.REQUESTS_MAX), pipeline.clock(), announcements(), rows()),
                ViewTables.ofCompaction(configuration));
    }

    /// Of a stream with a landing log.
    private Optional<Announcements> announcements() {
        return buffers.lakeLog().map(log -> new Announcements(log, buffers.openDeliveries()));
    }

    private static Optional<RowPorts> rows() {
        return PluginServices.only(RowFormat.class).flatMap(format -> PluginServices.only(RowReaders.class)
                .flatMap(readers -> PluginServices.only(RowFiles.class)
                        .map(files -> new RowPorts(format, readers, files))));
    }

    private String dataBucket() {
        return ports.buckets().getFirst();
    }

    /// The stream's rules of retention.
    public Retention retention() {
        return new Retention(retentionSettings(), ports.rules(), ports.tree(), buffers.openDeliveries(),
                pipeline.clock(), announcements());
    }

    /// Removes what is older than its rule.
    ///
    /// @param now what ages are measured at; empty: the clock's
    public RemovalReport retain(RemovalMode mode, Optional<Instant> now, Deadline deadline) {
        RemovalReport report = retention().run(mode, now.orElseGet(pipeline.clock()::instant), deadline);
        telemetry.removed(report, mode);
        return report;
    }

    /// The results of an erasure.
    ///
    /// @param source of the source, where one was named
    public record Erased(EraseReport report, Optional<SourceErasureReport> source) {}

    /// Removes the objects of a key value, and its records out of the source where one is named.
    public Erased erase(KeyValue of, Optional<SourceErasure.Range> source, RemovalMode mode, Deadline deadline) {
        RetentionSettings settings = retentionSettings();
        SourceErasure fromSource = new SourceErasure(settings, pipeline.processor(), ports.source(), ports.staging(),
                new VirtualThreadWorkers(SOURCE_OBJECTS_MAX), announcements());
        source.ifPresent(range -> fromSource.require(of, range));
        EraseReport report = new Erasure(settings, ports.tree(), this::drainedBuffers, buffers.openDeliveries(),
                new OpenDays(configuration.stream(), ports.staging()), pipeline.clock(), announcements())
                .erase(of, mode, "erase-" + UUID.randomUUID(), deadline);
        telemetry.erased(report, mode);
        return new Erased(report, source.map(range -> fromSource.erase(of, range, mode, deadline)));
    }

    /// What an erasure sweeps, it looks for from the first key on.
    private List<Erasure.DrainedBuffer> drainedBuffers() {
        return buffers.all().stream().map(number -> new Erasure.DrainedBuffer(buffers.flusher(number),
                buffers.sweep(number, SweepMark.NONE), new OpenDeliveries(buffers.guarded(number)))).toList();
    }

    private RetentionSettings retentionSettings() {
        return new RetentionSettings(configuration.stream(), configuration.prefix(), configuration.errorOutputPrefix(),
                configuration.sluice().keyEncoding(), KeyDates.patterns(configuration), configuration.timeZone(),
                configuration.sluice().retentionDays(), configuration.compactedPrefix(),
                KeyDates.successObjects(configuration));
    }
}
