package io.sluice.local.run;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.JobFailedException;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.batch.Batcher;
import io.sluice.local.batch.EventWriter;
import io.sluice.local.input.Arrivals;
import io.sluice.local.input.InputException;
import io.sluice.local.input.InputRecord;
import io.sluice.local.input.InputSource;
import io.sluice.local.input.RecordPacker;
import io.sluice.local.input.RecordReader;
import io.sluice.local.input.TimedRecord;
import io.sluice.local.report.RunCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One run: all input through the transform function, the flusher on its schedule, and everything out at the end.
///
/// Time is virtual. Without arrival times it stands still, and everything falls into one buffering interval; with them it
/// is the largest arrival so far, and the flusher runs when its schedule says. Batches are handed over two at a time, but
/// never while the flusher runs, so that the same input gives the same objects.
public final class Run {
    /// Record bytes after which the flusher folds what arrived, so that the index stays small while time stands still.
    private static final long FOLD_BYTES = 96_000_000;
    /// How long records from a pipe wait for more.
    private static final Duration IDLE_PATIENCE = Duration.ofMillis(250);

    private final StreamConfiguration configuration;
    private final Duration flushEvery;
    private final RecordReader reader;
    private final Supplier<@Nullable TimedRecord> records;
    private final Arrivals arrivals;
    private final Batcher batcher;
    private final VirtualClock clock;
    private final Ingest ingest;
    private final Flushing flushing;
    private final FlushSchedule schedule;
    private final Progress progress;
    private final boolean live;
    private long handedNanos = System.nanoTime();
    private long recordsFed;
    private long bytesFed;

    private Run(RunSettings settings, Instant start, VirtualClock clock, Functions functions, Workspace workspace,
            Progress progress) throws IOException {
        this.configuration = settings.configuration();
        this.flushEvery = configuration.sluice().flushEvery();
        this.reader = new RecordReader(settings.inputs().stream().map(this::watched).toList(), progress::warning);
        this.live = settings.inputs().stream().anyMatch(InputSource::isLive);
        this.arrivals = settings.arrival().map(program -> Arrivals.by(program, start)).orElse(Arrivals.at(start));
        this.records = records(settings);
        var events = new EventWriter(configuration.stream());
        this.batcher = new Batcher(events, start);
        this.clock = clock;
        this.ingest = new Ingest(functions, events);
        this.flushing = new Flushing(functions, workspace, clock);
        this.schedule = new FlushSchedule(flushEvery, start, FOLD_BYTES);
        this.progress = progress;
    }

    /// Has an input that is still being written hand over what waits.
    private InputSource watched(InputSource source) {
        return source.isLive() ? source.watched(IDLE_PATIENCE, this::handOverWaiting) : source;
    }

    private Supplier<@Nullable TimedRecord> records(RunSettings settings) {
        Supplier<@Nullable TimedRecord> timed = () -> {
            InputRecord record = reader.next();
            return record == null ? null : arrivals.time(record);
        };
        return settings.recordBytes().isEmpty()
                ? timed
                : new RecordPacker(timed, settings.recordBytes().getAsInt())::next;
    }

    /// Runs `settings` in `workspace`, from the start or from where a run was cut short.
    ///
    /// @param environment how the functions find the servers
    /// @param now         when a new run starts
    /// @throws JobFailedException      when it can't be finished; the workspace keeps what is needed to resume it
    /// @throws io.sluice.local.UsageException when it can't be taken up again with these settings
    public static RunCounts execute(RunSettings settings, Workspace workspace, Map<String, String> environment,
            Start mode, Instant now, Progress progress) throws IOException {
        Instant start = switch (mode) {
            case NEW -> RunIdentity.begin(workspace, settings, now);
            case RESUMED -> RunIdentity.resume(workspace, settings);
        };
        var clock = new VirtualClock(start);
        var variables = new HashMap<>(environment);
        variables.put("SLUICE_CONFIG", new String(settings.configurationJson(), StandardCharsets.UTF_8));
        try (var functions = new Functions(variables, clock)) {
            return new Run(settings, start, clock, functions, workspace, progress).execute();
        }
    }

    /// How a run starts.
    public enum Start {
        NEW, RESUMED
    }

    private RunCounts execute() throws IOException {
        try (reader; ingest) {
            feed();
            ingest.await();
            arrivals.warning().ifPresent(progress::warning);
            FlushReport drained = flushing.drain(flushEvery, configuration.retry());
            progress.at(recordsFed, bytesFed, 0, flushing.objects());
            return flushing.result(drained, bytesFed);
        }
    }

    private void feed() {
        try {
            for (TimedRecord record = records.get(); record != null; record = records.get()) {
                batcher.add(BatchRecord.of(record.record(), record.arrival())).ifPresent(this::hand);
                if (live && System.nanoTime() - handedNanos > Batcher.WAIT_MAX.toNanos()) {
                    handOverWaiting();
                }
            }
            batcher.cut().ifPresent(this::hand);
        } catch (InputException e) {
            ingest.await();
            throw new JobFailedException(e.getMessage(), e);
        }
    }

    private void handOverWaiting() {
        batcher.cut().ifPresent(this::hand);
    }

    private void hand(Batch batch) {
        flushBefore(batch.clock());
        clock.advanceTo(batch.clock());
        ingest.submit(batch);
        handedNanos = System.nanoTime();
        schedule.fed(batch.dataBytes());
        recordsFed += batch.records().size();
        bytesFed += batch.dataBytes();
        progress.at(recordsFed, bytesFed, flushing.activePartitions(), flushing.objects());
    }

    private void flushBefore(Instant now) {
        while (schedule.due(now)) {
            ingest.await();
            Instant tick = schedule.next(now);
            clock.advanceTo(tick);
            FlushReport report = flushing.scheduled();
            schedule.ran(tick);
            if (report.drained()) {
                schedule.skipTo(now);
            }
        }
    }
}
