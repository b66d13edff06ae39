package io.sluice.app;

import io.sluice.buffers.BufferNumber;
import io.sluice.config.StreamConfiguration;
import io.sluice.flush.ChunkDiscard;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.SliceSummary;
import io.sluice.flush.Sweep;
import io.sluice.ingest.IngestSummary;
import io.sluice.ingest.PartlyStagedException;
import io.sluice.landing.LandingPublisher;
import io.sluice.manifest.InvariantViolation;
import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import io.sluice.metrics.Observability;
import io.sluice.metrics.StructuredLog;
import io.sluice.objects.StoreException;
import io.sluice.retention.EraseReport;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RemovalReport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/// Tells operators what happened: a metric line and a log line for each batch and each run that did something.
final class Telemetry {
    /// What a run takes to read, and the time between two.
    private static final Duration UNREMARKABLE = Duration.ofMinutes(1);

    private final Consumer<String> lines;
    private final InstantSource clock;
    private final String stream;
    private final boolean converts;
    private final StructuredLog log;
    private final Observability observability;

    Telemetry(Consumer<String> lines, InstantSource clock, StreamConfiguration stream) {
        this.lines = lines;
        this.clock = clock;
        this.stream = stream.stream();
        this.converts = stream.conversion().isPresent();
        this.observability = stream.sluice().observability();
        this.log = new StructuredLog(lines, clock, stream.stream());
    }

    void staged(IngestSummary summary) {
        EmfMetrics metrics = metrics()
                .put(Metric.RECORDS_REJECTED, summary.rejected())
                .put(Metric.SUCCEEDED_RECORDS, summary.records() - summary.rejected())
                .put(Metric.JQ_DURATION, summary.keyNanos() / 1e6)
                .putAny(Metric.REPEATED_RECORDS, summary.repeated());
        metrics.line().ifPresent(lines);
        log.info("batch-staged").count("records", summary.records()).count("rejected", summary.rejected())
                .count("dropped", summary.dropped()).count("partitions", summary.partitions())
                .count("rawBytes", summary.rawBytes()).count("stagedBytes", summary.stagedBytes())
                .count("repeated", summary.repeated()).count("writeUnits", summary.writeUnits()).write();
    }

    /// Some of a batch is staged; the rest comes again.
    void partlyStaged(PartlyStagedException failure) {
        staged(failure.staged());
        log.error("batch-partly-staged", failure).count("notStaged", failure.notStaged().size()).write();
    }

    /// A batch in delivery `firehose`.
    ///
    /// @param records  of the batch
    /// @param rejected those that are answered `ProcessingFailed`
    void answered(int records, int rejected) {
        metrics().put(Metric.RECORDS_REJECTED, rejected)
                .put(Metric.SUCCEEDED_RECORDS, records - rejected).line().ifPresent(lines);
    }

    /// Logs that the objects named by a message are not staged, or not all of them; it comes again.
    void objectNotTaken(String message, RuntimeException failure) {
        log.error("object-not-taken", failure).id("message", message).write();
    }

    /// Counts the messages of an event whose objects could not be staged; one whose object is only begun is none of
    /// them.
    void objectsNotTaken(int messages) {
        metrics().put(Metric.OBJECTS_NOT_TAKEN, messages).line().ifPresent(lines);
    }

    /// An idle run writes nothing: a line of metrics is paid for by the hour it is in.
    void flushed(FlushSummary summary) {
        flushed(BufferNumber.FIRST, summary);
    }

    /// A stream of several buffers has a line of metrics from each: sums are the stream's, and maxima the worst
    /// buffer's.
    void flushed(BufferNumber number, FlushSummary summary) {
        if (summary.idle()) {
            return;
        }
        for (String problem : summary.problems()) {
            log.warn("flush-problem").id("problem", problem).write();
        }
        long now = clock.millis();
        EmfMetrics metrics = metrics()
                .put(Metric.PARTITION_COUNT, summary.pending().partitions() + summary.open())
                .put(Metric.DELIVERED_OBJECTS, summary.objects())
                .put(Metric.DELIVERED_RECORDS, (double) summary.records())
                .put(Metric.DELIVERED_BYTES, (double) summary.bytes())
                .put(Metric.PENDING_BYTES, (double) summary.pending().rawBytes())
                .put(Metric.DELIVERIES_OPEN, summary.open())
                .put(Metric.DATA_FRESHNESS, age(summary.waitingSince(), now))
                .putAny(Metric.DELIVERIES_FAILED, summary.failed())
                .putAny(Metric.DAMAGED_CHUNKS, summary.damaged())
                .putAny(Metric.DISCARDED_RECORDS, (double) summary.discarded())
                .putAny(Metric.RECONCILIATION_MISMATCH, summary.foreign());
        if (converts) {
            metrics.put(Metric.FAILED_CONVERSION_RECORDS, (double) summary.rejected())
                    .put(Metric.RECORDS_REJECTED, (double) summary.rejected());
        }
        metrics.line().ifPresent(lines);
        StructuredLog.Line line = log.info("flushed");
        if (!number.equals(BufferNumber.FIRST)) {
            line.count("lane", number.value());
        }
        line.count("version", summary.version()).count("batchesFolded", summary.batchesFolded())
                .count("batchesRepeated", summary.batchesRepeated()).count("objects", summary.objects())
                .count("records", summary.records()).count("notConverted", summary.rejected())
                .count("damagedChunks", summary.damaged()).count("discarded", summary.discarded())
                .count("deliveriesOpen", summary.open())
                .count("partitionsPending", summary.pending().partitions())
                .count("recordsPending", summary.pending().records())
                .count("oldestEntryAgeSeconds", Math.round(age(summary.oldestArrived(), now)))
                .count("busiestBytesPerSecond", Math.round(summary.busiest())).write();
    }

    /// It is flushed all the same, where the others are started.
    void bufferNotStarted(BufferNumber number, StoreException failure) {
        log.error("lane-not-started", failure).count("lane", number.value()).write();
    }

    /// A slice counts in no metric: the run that finds its objects and commits counts them.
    void carriedOut(SliceSummary summary) {
        for (String problem : summary.problems()) {
            log.warn("slice-problem").id("problem", problem).write();
        }
        log.info("slice-carried-out").count("version", summary.version()).count("objects", summary.objects())
                .count("failed", summary.failed()).count("damagedChunks", summary.damaged())
                .count("untried", summary.untried()).write();
    }

    /// Records that an operator gave up.
    void discarded(ChunkDiscard.Summary summary) {
        log.warn("chunk-discarded").id("segment", summary.segment()).count("offset", summary.offset())
                .id("object", summary.object()).count("records", summary.records()).id("kept", summary.kept()).write();
    }

    /// A run that stopped because its next commit would have lost or doubled records.
    void violated(InvariantViolation violation) {
        metrics().put(Metric.RECONCILIATION_MISMATCH, 1).line().ifPresent(lines);
        log.error("invariant-violated", violation).id("invariant", violation.invariant()).write();
    }

    void swept(Sweep.Summary summary) {
        metrics().put(Metric.SWEEPS_UNFINISHED, summary.complete() ? 0 : 1).line()
                .ifPresent(lines);
        if (summary.unreadable() > 0) {
            log.warn("sweep-problem").count("entriesUnreadable", summary.unreadable()).write();
        }
        log.info("swept").count("segmentsRemoved", summary.segments()).count("manifestsRemoved", summary.manifests())
                .count("foldedRemoved", summary.folded())
                .count("landingsRemoved", summary.landings()).count("complete", summary.complete() ? 1 : 0).write();
    }

    /// An idle run writes nothing, unless something waits for longer than the source may hold it back. Where a landing
    /// cannot be read, nobody knows how old it is.
    void published(LandingPublisher.Summary summary, Duration sourceLag) {
        Optional<Double> behind = summary.until().map(until -> age(until, clock.millis()))
                .filter(age -> !summary.idle() || age > sourceLag.plus(UNREMARKABLE).toSeconds());
        behind.flatMap(age -> metrics().put(Metric.COMPLETENESS_LAG, age).line()).ifPresent(lines);
        if (summary.idle()) {
            return;
        }
        double lag = summary.waiting().map(since -> age(since.toEpochMilli(), clock.millis())).orElse(0.0);
        if (summary.waiting().isPresent() || summary.failures().isEmpty()) {
            metrics().put(Metric.LANDING_EVENTS_LAG, lag).line().ifPresent(lines);
        }
        if (summary.missing() > 0) {
            log.warn("landings-missing").count("times", summary.missing()).write();
        }
        log.info("landings-told").count("landings", summary.landings()).count("lagSeconds", Math.round(lag))
                .count("failures", summary.failures().size()).write();
    }

    /// Lambda logs the failure itself.
    void sweepFailed() {
        metrics().put(Metric.SWEEPS_UNFINISHED, 1).line().ifPresent(lines);
    }

    /// A dry run is no metric. What failed is one also where nothing did: an alarm counts the runs.
    void removed(RemovalReport report, RemovalMode mode) {
        removed(report, mode, EmfMetrics::put);
    }

    /// How a metric is put: always, or where there is any.
    private interface Putting {
        EmfMetrics put(EmfMetrics metrics, Metric metric, double value);
    }

    private void removed(RemovalReport report, RemovalMode mode, Putting failures) {
        for (String problem : report.problems()) {
            log.warn("retention-problem").id("problem", problem).write();
        }
        if (mode == RemovalMode.REMOVE) {
            EmfMetrics removed = metrics().put(Metric.REMOVED_OBJECTS, (double) report.objects())
                    .put(Metric.REMOVED_BYTES, (double) report.bytes());
            // What there was no time for stays, too: each run begins at the first key.
            failures.put(removed, Metric.REMOVALS_FAILED,
                    Math.max((double) report.failed(), report.complete() ? 0 : 1)).line().ifPresent(lines);
        }
        log.info(mode == RemovalMode.REMOVE ? "removed" : "removal-rehearsed").count("objects", report.objects())
                .count("bytes", report.bytes()).count("inFlight", report.inFlight())
                .count("foreign", report.left().foreign()).count("ambiguous", report.left().ambiguous())
                .count("unreadable", report.left().unreadable()).count("complete", report.complete() ? 1 : 0).write();
    }

    void erased(EraseReport report, RemovalMode mode) {
        for (String problem : report.buffer().problems()) {
            log.warn("erase-problem").id("problem", problem).write();
        }
        removed(report.removed(), mode, EmfMetrics::putAny);
    }

    private EmfMetrics metrics() {
        return EmfMetrics.of(stream, clock.instant(), observability);
    }

    private static double age(long oldestArrival, long now) {
        return oldestArrival == Long.MAX_VALUE ? 0 : Math.max(0, now - oldestArrival) / 1e3;
    }
}
