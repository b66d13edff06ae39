package io.sluice.lambda;

import io.sluice.config.StreamConfiguration;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Sweep;
import io.sluice.ingest.IngestSummary;
import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import io.sluice.metrics.StructuredLog;
import java.time.InstantSource;
import java.util.function.Consumer;

/// Tells operators what happened: a metric line and a log line for each batch and each run that did something.
final class Telemetry {
    private final Consumer<String> lines;
    private final InstantSource clock;
    private final String stream;
    private final StructuredLog log;

    Telemetry(Consumer<String> lines, InstantSource clock, StreamConfiguration stream) {
        this.lines = lines;
        this.clock = clock;
        this.stream = stream.stream();
        this.log = new StructuredLog(lines, clock, stream.stream());
    }

    void staged(IngestSummary summary) {
        EmfMetrics.of(stream, clock.instant()).put(Metric.RECORDS_REJECTED, summary.rejected())
                .put(Metric.INDEX_WRITE_UNITS, 1).line().ifPresent(lines);
        log.info("batch-staged").count("records", summary.records()).count("rejected", summary.rejected())
                .count("dropped", summary.dropped()).count("partitions", summary.partitions())
                .count("rawBytes", summary.rawBytes()).count("stagedBytes", summary.stagedBytes()).write();
    }

    void flushed(FlushSummary summary) {
        if (idle(summary)) {
            return;
        }
        for (String problem : summary.problems()) {
            log.warn("flush-problem").id("problem", problem).write();
        }
        long now = clock.millis();
        int attempts = summary.objects() + summary.failed();
        EmfMetrics metrics = EmfMetrics.of(stream, clock.instant())
                .put(Metric.PARTITION_COUNT, summary.pending().partitions() + summary.open())
                .put(Metric.DELIVERED_OBJECTS, summary.objects())
                .put(Metric.DELIVERED_RECORDS, (double) summary.records())
                .put(Metric.DELIVERED_BYTES, (double) summary.bytes())
                .put(Metric.PENDING_BYTES, (double) summary.pending().rawBytes())
                .put(Metric.PENDING_RECORDS, (double) summary.pending().records())
                .put(Metric.DELIVERIES_OPEN, summary.open())
                .put(Metric.DELIVERIES_FAILED, summary.failed())
                .put(Metric.DATA_FRESHNESS, age(summary.pending().oldestArrival(), now));
        if (attempts > 0) {
            metrics.put(Metric.DELIVERY_SUCCESS, (double) summary.objects() / attempts);
        }
        metrics.line().ifPresent(lines);
        log.info("flushed").count("version", summary.version()).count("batchesFolded", summary.batchesFolded())
                .count("batchesRepeated", summary.batchesRepeated()).count("objects", summary.objects())
                .count("records", summary.records()).count("deliveriesOpen", summary.open())
                .count("partitionsPending", summary.pending().partitions()).write();
    }

    void swept(Sweep.Summary summary) {
        if (summary.unreadable() > 0) {
            log.warn("sweep-problem").count("entriesUnreadable", summary.unreadable()).write();
        }
        log.info("swept").count("segmentsRemoved", summary.segments()).count("manifestsRemoved", summary.manifests())
                .write();
    }

    /// Nothing came, nothing left and nothing waits: metrics of such a run would cost and say nothing.
    private static boolean idle(FlushSummary summary) {
        return summary.batchesFolded() == 0 && summary.batchesRepeated() == 0 && summary.objects() == 0
                && summary.failed() == 0 && summary.problems().isEmpty() && summary.drained();
    }

    private static double age(long oldestArrival, long now) {
        return oldestArrival == Long.MAX_VALUE ? 0 : Math.max(0, now - oldestArrival) / 1e3;
    }
}
