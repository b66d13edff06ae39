package io.sluice.local.run;

import io.sluice.app.Pipeline;
import io.sluice.app.Stream;
import io.sluice.aws.ServiceClients;
import io.sluice.config.StreamConfiguration;
import io.sluice.flush.FlushSummary;
import io.sluice.input.Arrivals;
import io.sluice.input.InputException;
import io.sluice.local.JobFailedException;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.Batcher;
import io.sluice.local.batch.EventWriter;
import io.sluice.local.batch.RecordIds;
import io.sluice.local.input.LineRecords;
import io.sluice.local.input.ReadMeter;
import io.sluice.local.records.ErrorObjectRecords;
import io.sluice.local.records.InputSource;
import io.sluice.local.records.RecordSource;
import io.sluice.local.records.TimedRecord;
import io.sluice.local.report.RunCounts;
import io.sluice.local.server.LocalServices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// One run: all input through the transform function, the flusher on its schedule, and everything out at the end.
///
/// Time is virtual. Without arrival times it stands still, and everything falls into one buffering interval; with them
/// it is the largest arrival so far, and the flusher runs when its schedule says. Batches are handed over two at a
/// time, but never while the flusher runs, so that the same input gives the same objects.
public final class Run {
    /// Record bytes after which the flusher folds what arrived, so that the index stays small while time stands still.
    private static final long FOLD_BYTES = 32_000_000;
    /// Lines that are named one by one where they are no error records.
    private static final int LINES_NAMED_MAX = 10;
    /// The time that records from a pipe wait for more.
    private static final Duration IDLE_PATIENCE = Duration.ofMillis(250);

    private final StreamConfiguration configuration;
    private final Duration flushEvery;
    private final RecordSource records;
    private final ReadMeter meter;
    private final RecordIds ids = new RecordIds();
    private final Batcher batcher;
    private final VirtualClock clock;
    private final BatchHandover ingest;
    private final CountedFlushes flushing;
    private final FlushSchedule schedule;
    private final Buffered buffered;
    private final Progress progress;
    private final Workspace workspace;
    private final Fed fedBefore;
    private final boolean live;
    private long inputsBroken;
    private long linesLeftOut;
    private long handedNanos = System.nanoTime();
    private long batchesHanded;
    private long recordsFed;
    private long bytesFed;

    private Run(RunSettings settings, Instant start, VirtualClock clock, LocalFunctions functions, BatchHandover ingest,
            Workspace workspace, Progress progress) throws IOException {
        this.configuration = settings.configuration();
        this.flushEvery = configuration.sluice().flushEvery();
        this.live = settings.inputs().stream().anyMatch(InputSource::isLive);
        this.meter = new ReadMeter(settings.inputs());
        this.records = records(settings, start, progress);
        this.batcher = new Batcher(new EventWriter(configuration.stream()), clock.instant());
        this.clock = clock;
        this.ingest = ingest;
        this.flushing = new CountedFlushes(functions, workspace, clock);
        this.buffered = new Buffered(configuration.intervalShortest(), configuration.intervalLongest(), flushEvery);
        this.schedule = new FlushSchedule(flushEvery, FOLD_BYTES);
        this.progress = progress;
        this.workspace = workspace;
        this.fedBefore = Fed.read(workspace);
    }

    /// Has an input that is still being written hand over what waits.
    private InputSource watched(InputSource source) {
        return source.isLive() ? source.watched(IDLE_PATIENCE, this::handOverWaiting) : source;
    }

    private RecordSource records(RunSettings settings, Instant start, Progress warnings) {
        List<InputSource> inputs = settings.inputs().stream().map(InputSource::proven).map(this::watched)
                .map(meter::on).toList();
        return switch (settings.content()) {
            case RECORDS -> new LineRecords(inputs, settings.reading(),
                    settings.arrival().map(program -> Arrivals.by(program, start)).orElse(Arrivals.at(start)),
                    settings.recordBytes(), sentence -> {
                        inputsBroken++;
                        warnings.warning(sentence);
                    });
            case ERROR_OBJECTS -> new ErrorObjectRecords(inputs, Pipeline.delimiting(configuration), sentence -> {
                if (linesLeftOut++ < LINES_NAMED_MAX) {
                    warnings.warning(sentence);
                }
            });
        };
    }

    /// Runs `settings` in `workspace`, from the start or from where a run was cut short.
    ///
    /// @param services what the functions work on
    /// @param now      when a new run starts
    /// @throws JobFailedException      when it can't be finished; the workspace keeps what is needed to resume it
    /// @throws io.sluice.local.UsageException when it can't be taken up again with these settings
    public static RunCounts execute(RunSettings settings, Workspace workspace, LocalServices services, Start mode,
            Instant now, Progress progress) throws IOException {
        Instant start = switch (mode) {
            case NEW -> RunIdentity.begin(workspace, settings, now);
            case RESUMED -> RunIdentity.resume(workspace, settings);
        };
        var clock = new VirtualClock(settings.hasOwnTime() ? Instant.EPOCH : start);
        var variables = new HashMap<>(services.environment());
        variables.put("SLUICE_CONFIG", new String(settings.configurationJson(), StandardCharsets.UTF_8));
        var refusals = new Refusals();
        var events = new EventWriter(settings.configuration().stream());
        Optional<ServiceClients> clients = services.clients();
        var extras = Stream.Extras.of(Optional.empty(), refusals).apart(RunIdentity.apart(workspace));
        try (var functions = new LocalFunctions(variables, clock, extras, clients)) {
            if (mode == Start.NEW) {
                functions.beginBuffers();
            }
            var ingest = new BatchHandover(functions, events, refusals,
                    clients.isPresent() ? Handover.DIRECT : Handover.WIRE);
            return new Run(settings, start, clock, functions, ingest, workspace, progress).execute(mode);
        }
    }

    /// The start of a run.
    public enum Start {
        NEW, RESUMED
    }

    private RunCounts execute(Start mode) throws IOException {
        try (records; ingest) {
            if (mode == Start.RESUMED) {
                goOn();
            }
            progress.phase(Phase.FEEDING);
            feed();
            noteFed();
            records.summarise(progress::warning);
            progress.flushing(flushing.puts());
            FlushSummary drained = flushing.drain(flushEvery, configuration.retry());
            progress.at(recordsFed, bytesFed, 0, flushing.objects());
            return withTroubles(flushing.result(drained, bytesFed));
        }
    }

    private RunCounts withTroubles(RunCounts result) {
        RunCounts told = result;
        if (inputsBroken > 0) {
            told = told.with(inputsBroken
                    + " of the inputs could not be read to the end; "
                    + "the records before the damage are delivered, and the other bytes are in the error objects:"
                    + " get the inputs whole, and run again in an empty folder");
        }
        Optional<String> untimed = records.failure();
        if (untimed.isPresent()) {
            told = told.with("All records arrived when the run started: " + untimed.get());
        }
        if (linesLeftOut > 0) {
            told = told.with((linesLeftOut == 1 ? "1 line is" : linesLeftOut + " lines are")
                    + " no error record and left out; every other was fed. Get their objects whole, and redrive them"
                    + " into another folder");
        }
        return told;
    }

    /// Finishes what the run was delivering when it was cut short.
    private void goOn() {
        clock.advanceTo(fedBefore.clock());
        flushing.scheduled();
    }

    /// Waits until all that was handed over is staged, and notes that down.
    private void noteFed() {
        ingest.await();
        try {
            new Fed(Math.max(batchesHanded, fedBefore.batches()), clock.instant()).write(workspace);
        } catch (IOException e) {
            throw new JobFailedException("The state in " + workspace.state() + " can't be written: " + e.getMessage(),
                    e);
        }
    }

    private void feed() {
        try {
            for (TimedRecord record = records.next(); record != null; record = records.next()) {
                batcher.add(ids.named(record.record(), record.arrival(), record.refusal())).ifPresent(this::hand);
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
        if (batch.number() >= fedBefore.batches()) {
            flushBefore(batch.clock());
            clock.advanceTo(batch.clock());
            ingest.submit(batch);
            schedule.fed(batch.dataBytes());
            buffered.handed(batch);
        }
        batchesHanded = batch.number() + 1;
        handedNanos = System.nanoTime();
        recordsFed += batch.records().size();
        bytesFed += batch.dataBytes();
        progress.at(recordsFed, bytesFed, flushing.activePartitions(), flushing.objects());
        meter.all().ifPresent(all -> progress.read(meter.read(), all));
    }

    private void flushBefore(Instant now) {
        while (schedule.due(now)) {
            Instant tick = schedule.next(now);
            if (!buffered.idleAt(tick)) {
                noteFed();
                clock.advanceTo(tick);
                FlushSummary report = flushing.scheduled();
                buffered.flushed(tick, report);
                if (report.drained()) {
                    schedule.skipTo(now);
                }
            }
            schedule.ran(tick);
        }
    }
}
