package io.sluice.local.run;

import io.sluice.app.Flushing.Mode;
import io.sluice.aws.RequestCounts;
import io.sluice.flush.FlushSummary;
import io.sluice.local.JobFailedException;
import io.sluice.local.Sizes;
import io.sluice.local.plan.RunRequests;
import io.sluice.local.report.RunCounts;
import io.sluice.manifest.StreamTally;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Flush runs of a run, and the totals of what they did; notes the totals down after each run, for a run that is taken
/// up again.
final class CountedFlushes {
    static final String FILE = "totals.json";
    /// The time beyond the bound on retries for which the flusher may still wait before it gives records to the error
    /// output.
    private static final Duration BEYOND_RETRY = Duration.ofHours(2);
    /// Problems that are told one by one.
    private static final int NAMED_MAX = 5;

    private final LocalFunctions functions;
    private final Workspace workspace;
    private final VirtualClock clock;
    private final Totals before;
    private final Set<String> problems = new LinkedHashSet<>();
    private long objects;
    private long errorObjects;
    private long partitionsPeak;
    private Optional<FlushSummary> last = Optional.empty();

    CountedFlushes(LocalFunctions functions, Workspace workspace, VirtualClock clock) throws IOException {
        this.functions = functions;
        this.workspace = workspace;
        this.clock = clock;
        this.before = workspace.read(FILE).map(Totals::of).orElse(Totals.ZERO);
    }

    /// One scheduled run.
    FlushSummary scheduled() {
        return noted(Mode.SCHEDULED);
    }

    /// Runs until nothing waits. Deliveries that fail are tried again as virtual time goes on, until the stream's own
    /// bound on retries gives them to the error output.
    ///
    /// @param every the flusher's schedule
    /// @param retry how long a delivery is retried
    /// @throws JobFailedException when something still waits behind that bound
    FlushSummary drain(Duration every, Duration retry) {
        Instant givesUp = clock.instant().plus(retry).plus(BEYOND_RETRY);
        FlushSummary report = noted(Mode.DRAIN);
        while (!report.drained()) {
            long active = active(report);
            report = noted(Mode.DRAIN);
            if (active(report) >= active && report.objects() == 0) {
                clock.advanceTo(clock.instant().plus(every));
            }
            if (clock.instant().isAfter(givesUp)) {
                throw new JobFailedException(
                        (active(report) == 0
                                ? "Not all that is staged can be read: "
                                : active(report) + " partitions can't be delivered: ")
                                + report.problems().stream().limit(NAMED_MAX).collect(Collectors.joining("; "))
                                + (report.problems().size() > NAMED_MAX
                                        ? "; and " + Sizes.count(report.problems().size() - NAMED_MAX) + " more"
                                        : ""));
            }
        }
        return report;
    }

    private FlushSummary noted(Mode mode) {
        try {
            FlushSummary report = functions.flush(mode);
            objects += report.objects();
            errorObjects += report.errorObjects();
            partitionsPeak = Math.max(partitionsPeak, report.partitionsPeak());
            problems.addAll(report.problems());
            last = Optional.of(report);
            workspace.write(FILE, totals().toJson());
            return report;
        } catch (IOException | RuntimeException e) {
            throw new JobFailedException("A flush run failed: " + e.getMessage(), e);
        }
    }

    private Totals totals() {
        RequestCounts.Snapshot requests = functions.requests();
        return before.plus(new Totals(objects, errorObjects, partitionsPeak, requests.s3Puts(), requests.s3Gets(),
                requests.s3Deletes(), requests.s3Lists(), requests.writeUnits(), requests.readUnits(),
                functions.invocations(),
                functions.transformTime().toMillis(), functions.flushTime().toMillis()));
    }

    /// Partitions that were buffered when the flusher last ran.
    long activePartitions() {
        return last.map(CountedFlushes::active).orElse(0L);
    }

    /// Partitions that wait, or whose delivery is open.
    private static long active(FlushSummary report) {
        return (long) report.pending().partitions() + report.open();
    }

    /// Objects written in this part of the run.
    long objects() {
        return objects;
    }

    /// Counts the PUT requests from now on.
    LongSupplier puts() {
        long putsBefore = functions.requests().s3Puts();
        return () -> functions.requests().s3Puts() - putsBefore;
    }

    /// The counts of the whole run.
    RunCounts result(FlushSummary drained, long bytesIn) {
        Totals all = totals();
        StreamTally tally = drained.tally();
        var requests = new RunRequests(all.s3Puts(), all.s3Gets(), all.s3Deletes(), all.s3Lists(), all.writeUnits(),
                all.readUnits(), all.lambdaInvocations(), Duration.ofMillis(all.transformMillis()),
                Duration.ofMillis(all.flushMillis()));
        return new RunCounts(tally.staged() + tally.dropped(), tally.delivered(), tally.rejected(), tally.dropped(),
                tally.discarded(), all.objects(), all.errorObjects(), bytesIn,
                all.partitionsPeak(), requests,
                List.copyOf(problems));
    }
}
