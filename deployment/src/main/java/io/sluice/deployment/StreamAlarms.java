package io.sluice.deployment;

import static io.sluice.deployment.AlarmRule.above;
import static io.sluice.deployment.AlarmRule.below;
import static io.sluice.deployment.DeployedName.EVENTS_FUNCTION;
import static io.sluice.deployment.DeployedName.FLUSHER_FAILURES_QUEUE;
import static io.sluice.deployment.DeployedName.FLUSH_FUNCTION;
import static io.sluice.deployment.DeployedName.ICEBERG_FUNCTION;
import static io.sluice.deployment.DeployedName.RETENTION_FUNCTION;
import static io.sluice.deployment.DeployedName.TRANSFORM_FUNCTION;
import static io.sluice.deployment.StreamMetrics.FIVE_MINUTES;
import static io.sluice.deployment.StreamMetrics.function;
import static io.sluice.deployment.StreamMetrics.machine;

import io.sluice.config.IcebergSection;
import io.sluice.config.LandingSection;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.metrics.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The alarms of a stream's functions, its buffer and its jobs. Those of its source are [SourceWatch]'s.
public record StreamAlarms(StreamDefinition definition) {
    /// AWS's own values are some minutes late.
    private static final int SILENT_MINUTES_MIN = 3;
    /// Has an hourly sweep in it, whenever that ends.
    private static final Duration SWEEPS_PERIOD = Duration.ofHours(2);
    /// Half a day: a pass has a day's time.
    private static final int SWEEPS_PERIODS = 6;
    /// A single request that is tried again may take that long.
    private static final double FRESH_SECONDS_MIN = 60;
    /// Half of what CloudWatch draws a share from.
    private static final double HALF_PERCENT = 50;
    /// A job that is started once a day is looked for in two: a day's window may begin just after one start and end
    /// just before the next.
    private static final int DAYS = 2;
    private static final Duration DAY = Duration.ofDays(1);
    /// A throttled minute, or a service that is away for some, is nobody's matter.
    private static final double TOLD_SECONDS_MAX = 3_600;
    /// A catalog that is away for some minutes is nobody's matter.
    private static final double REGISTERED_SECONDS_MAX = 3_600;
    /// Freshness goes off long before: this is for who waits for hours and dates.
    private static final double COMPLETE_SECONDS_MAX = 3_600;

    /// All alarms of a stream with that source, as far as it is to have them.
    public static List<StreamAlarm> all(StreamDefinition definition, StreamSource source) {
        var stream = new StreamAlarms(definition);
        var all = new ArrayList<StreamAlarm>();
        if (source.isTakenByFunction()) {
            all.addAll(stream.transform());
        }
        if (definition.isBuffered()) {
            all.addAll(stream.index());
            all.addAll(stream.flusher());
            all.addAll(stream.retention());
        }
        if (definition.eventTarget().isPresent()) {
            all.addAll(stream.events());
        }
        definition.icebergTable().ifPresent(table -> all.addAll(stream.iceberg(table)));
        if (definition.configuration().sluice().compaction().isPresent()) {
            all.addAll(stream.compaction());
        }
        all.addAll(source.watch().alarms());
        return all.stream().filter(alarm -> alarm.isOf(definition.observability())).toList();
    }

    /// Ingest fails or is held back.
    public List<StreamAlarm> transform() {
        return List.of(
                new StreamAlarm("TransformErrors",
                        "The transform function fails; Firehose or Kinesis retries the batches",
                        function(TRANSFORM_FUNCTION, "Errors", "Sum"), above(0, 3)),
                new StreamAlarm("TransformThrottles", "The transform function is refused executions",
                        function(TRANSFORM_FUNCTION, "Throttles", "Sum"), above(0, 2)),
                new StreamAlarm("RecordsRejected", "More than half of the records go to the error output",
                        metrics().rejectedShare(Duration.ofMinutes(15)), above(HALF_PERCENT, 1)));
    }

    /// Index writes exceed what the shards take.
    public List<StreamAlarm> index() {
        return List.of(new StreamAlarm("IndexThrottles", "DynamoDB throttles writes to the index",
                StreamMetrics.beside(StreamMetrics.table(DeployedName.INDEX_TABLE.toString(), "WriteThrottleEvents"),
                        invocations(FLUSH_FUNCTION)),
                above(0, 1)));
    }

    /// Delivery is late, failing, contradictory or not happening.
    public List<StreamAlarm> flusher() {
        var every = everyMinutes();
        var alarms = new ArrayList<StreamAlarm>(delivery());
        alarms.add(new StreamAlarm("FlusherErrors", "Flush runs fail",
                function(FLUSH_FUNCTION, "Errors", "Sum").per(runs()), above(0, 2)));
        alarms.add(new StreamAlarm("FlusherThrottles",
                "Flush runs are refused: runs take longer than their schedule allows",
                function(FLUSH_FUNCTION, "Throttles", "Sum").per(runs()), above(0, 3)));
        alarms.add(new StreamAlarm("FlusherNotRunning", "No flush run has started for four intervals",
                StreamMetrics.going(invocations(FLUSH_FUNCTION).per(silent(every))), AlarmRule.silence()));
        alarms.add(new StreamAlarm("FlusherFailures",
                "Several flush runs were given up; the queue describes them",
                StreamMetrics.queue(FLUSHER_FAILURES_QUEUE.toString(), "NumberOfMessagesSent", "Sum")
                        .per(Duration.ofMinutes(Math.max(15, 5 * every))),
                above(2, 1)));
        alarms.add(new StreamAlarm("SweepsUnfinished",
                "For half a day no sweep of the staging bucket came to its end",
                metrics().own(Metric.SWEEPS_UNFINISHED, "Maximum", SWEEPS_PERIOD), above(0, SWEEPS_PERIODS)));
        alarms.add(starts("SweepsNotRunning", "No sweep of the staging bucket has begun for two days",
                metrics().own(Metric.SWEEPS_UNFINISHED, "SampleCount", DAY)));
        if (new DeployedFunctions(definition).isTicking()) {
            alarms.add(new StreamAlarm("TicksNotRunning",
                    "No tick was carried out: runs are a minute apart at the best",
                    StreamMetrics.going(StreamMetrics
                            .queue(DeployedName.TICKS_QUEUE.toString(), "NumberOfMessagesDeleted", "Sum")
                            .per(silent(1))),
                    AlarmRule.silence()));
        }
        return alarms;
    }

    private List<StreamAlarm> delivery() {
        return List.of(
                new StreamAlarm("Freshness", "Records wait for delivery longer than twice the buffering interval",
                        metrics().own(Metric.DATA_FRESHNESS, "Maximum", runs()),
                        above(Math.max(FRESH_SECONDS_MIN, 2.0 * waitsLongest().toSeconds()), 2)),
                new StreamAlarm("DeliveriesFailed",
                        "Objects cannot be written; they are retried, then go to the error output",
                        metrics().own(Metric.DELIVERIES_FAILED, "Sum", runs()), above(0, 2)),
                new StreamAlarm("DamagedChunks",
                        "Staged bytes fail their checksum or are not there; their deliveries wait",
                        metrics().own(Metric.DAMAGED_CHUNKS, "Maximum", runs()), above(0, 1)),
                new StreamAlarm("ReconciliationMismatch", "An object of ours has content that is not ours",
                        metrics().own(Metric.RECONCILIATION_MISMATCH, "Sum", runs()), above(0, 1)));
    }

    /// The daily retention fails or is not started: too old objects stay.
    public List<StreamAlarm> retention() {
        return List.of(
                starts("RetentionNotRunning", "No retention run has ended for two days",
                        metrics().own(Metric.REMOVALS_FAILED, "SampleCount", DAY)),
                new StreamAlarm("RetentionErrors", "The daily removal of what is too old fails",
                        function(RETENTION_FUNCTION, "Errors", "Sum"), above(0, 1)),
                new StreamAlarm("RemovalsFailed",
                        "Objects that are due by retention or an erasure cannot be deleted",
                        metrics().own(Metric.REMOVALS_FAILED, "Sum", FIVE_MINUTES), above(0, 1)));
    }

    /// What landed is told late, or not at all; or it lands late.
    public List<StreamAlarm> events() {
        return List.of(
                new StreamAlarm("LandingEventsLag", "What landed an hour ago is not told yet",
                        metrics().own(Metric.LANDING_EVENTS_LAG, "Maximum", FIVE_MINUTES),
                        above(TOLD_SECONDS_MAX, 1)),
                new StreamAlarm("CompletenessLag",
                        "Records wait to land an hour longer than source and buffers may hold them",
                        metrics().own(Metric.COMPLETENESS_LAG, "Maximum", FIVE_MINUTES),
                        above(COMPLETE_SECONDS_MAX + heldBackSeconds(), 1)),
                new StreamAlarm("LandingEventsErrors", "Runs that tell what landed fail",
                        function(EVENTS_FUNCTION, "Errors", "Sum"), above(0, 3)),
                new StreamAlarm("LandingEventsNotRunning", "Nobody tells what lands: no run has started",
                        StreamMetrics.going(invocations(EVENTS_FUNCTION).per(silent(1))), AlarmRule.silence()));
    }

    /// What landed is not in the Iceberg table. A table that is committed to once in some hours is looked at as often.
    public List<StreamAlarm> iceberg(IcebergSection table) {
        var minutes = Duration.ofMinutes(table.commitEvery().toMinutes());
        var period = minutes.compareTo(FIVE_MINUTES) > 0 ? minutes : FIVE_MINUTES;
        List<StreamAlarm> alarms = new ArrayList<>(List.of(
                new StreamAlarm("IcebergLag", "What landed long ago is not in the Iceberg table yet",
                        metrics().own(Metric.ICEBERG_LAG, "Maximum", period),
                        above(Math.max(REGISTERED_SECONDS_MAX, 2.0 * table.commitEvery().toSeconds()), 1)),
                new StreamAlarm("IcebergFailures",
                        "Runs of the Iceberg table's function fail, or leave something out",
                        StreamMetrics.either(metrics().own(Metric.ICEBERG_FAILURES, "Sum", period),
                                function(ICEBERG_FUNCTION, "Errors", "Sum").per(period)),
                        above(0, 3))));
        Duration silent = silent(Math.toIntExact(minutes.toMinutes()));
        // The daily sweep of its metadata is an invocation, too: it is one in three periods at most.
        if (silent.multipliedBy(3).compareTo(DAY) <= 0) {
            alarms.add(new StreamAlarm("IcebergNotRunning", "Nobody registers what lands: no run has started",
                    StreamMetrics.going(invocations(ICEBERG_FUNCTION).per(silent)), AlarmRule.silence()));
        }
        return alarms;
    }

    /// As long as nothing is wrong, a record may be on its way for that long.
    private double heldBackSeconds() {
        var configuration = definition.configuration();
        return configuration.sluice().landing().map(LandingSection::sourceLag).orElse(Duration.ZERO)
                .plus(configuration.intervalLongest()).toSeconds();
    }

    /// A day that is over stays in many small objects, or sources stay that were joined.
    public List<StreamAlarm> compaction() {
        return List.of(
                starts("CompactionNotRunning", "No compaction has begun for two days",
                        machine(DeployedName.COMPACTION_MACHINE_ARN, "ExecutionsStarted").per(DAY)),
                new StreamAlarm("CompactionErrors", "The daily compaction fails; its execution names the days",
                        machine(DeployedName.COMPACTION_MACHINE_ARN, "ExecutionsFailed"), above(0, 1)));
    }

    /// A job that is to start once a day. A stream that is younger than the two days that are looked at is not told
    /// from one whose flusher was down for half of one of them, and neither is this alarm's matter.
    private StreamAlarm starts(String name, String meaning, Single starts) {
        var halfADay = Math.toIntExact(DAY.toMinutes()) / everyMinutes() / 2;
        return new StreamAlarm(name, meaning,
                StreamMetrics.startsWhile(invocations(FLUSH_FUNCTION).per(DAY), halfADay, starts),
                below(1, DAYS));
    }

    /// The period of alarms that look at what flush runs tell: no two in a row are without a value as long as runs tell
    /// one, whatever the runs are apart.
    private Duration runs() {
        var runs = Duration.ofMinutes(2L * everyMinutes());
        return runs.compareTo(FIVE_MINUTES) > 0 ? runs : FIVE_MINUTES;
    }

    /// What a record may wait for before a run delivers it: an interval is over only when a run sees that.
    private Duration waitsLongest() {
        var interval = definition.configuration().intervalLongest();
        var flushEvery = definition.configuration().sluice().flushEvery();
        return interval.compareTo(flushEvery) > 0 ? interval : flushEvery;
    }

    private int everyMinutes() {
        return new StreamSchedules(definition).everyMinutes();
    }

    /// A period that no schedule of so many minutes leaves out.
    private static Duration silent(int everyMinutes) {
        return Duration.ofMinutes(Math.max(SILENT_MINUTES_MIN, 2 * everyMinutes));
    }

    private static Single invocations(DeployedName function) {
        return function(function, "Invocations", "Sum");
    }

    private StreamMetrics metrics() {
        return new StreamMetrics(definition.stream());
    }
}
