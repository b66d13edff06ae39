package io.sluice.local.serve.streams;

import io.sluice.api.ApiException;
import io.sluice.api.StreamState;
import io.sluice.app.Pipeline;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceBatch;
import io.sluice.flush.FlushSummary;
import io.sluice.landing.Completeness;
import io.sluice.landing.Landing;
import io.sluice.local.UsageException;
import io.sluice.local.serve.journal.CallKey;
import io.sluice.local.serve.journal.Journal;
import io.sluice.local.serve.journal.JournalFullException;
import io.sluice.local.serve.journal.PutReceipt;
import io.sluice.objects.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One stream at work: its journal, the feeder behind it, its functions and the runs of its flusher. Thread-safe.
public final class LiveStream {
    /// The hours for which the flusher remembers a batch: only one of unknown outcome comes again, and for that it
    /// waits. The shorter, the smaller are manifests; where the clock runs faster than the flusher, as long as can be.
    private static final int RETRY_HOURS = 2;
    private static final int RETRY_HOURS_QUICK = 168;
    private static final Duration COMPLETE_READ_EVERY = Duration.ofSeconds(2);
    private static final Duration CALL_TIME = Duration.ofSeconds(1);

    private final Backend backend;
    private final ServeClock clock;
    private final ProcessorFunctions calls;
    private final Journal journal;
    private final StreamCounts figures = new StreamCounts();
    private final Troubles troubles = new Troubles();
    private final RunningFunctions functions;
    private final Redrives redrives;
    private final Feeder feeder;
    private final FlushRuns runs;
    private final LandedSoFar landed = new LandedSoFar(figures);
    private Instant complete = Instant.EPOCH;
    private long completeReadNanos;
    private boolean isCompleteRead;
    private volatile Optional<LiveTable> table = Optional.empty();
    private volatile StreamState state;

    /// @param redriven where it is kept which error objects were redriven
    /// @throws IOException when that can't be read
    LiveStream(StreamState state, Journal journal, Path redriven, Backend backend, ServeClock clock,
            ProcessorFunctions calls)
            throws IOException {
        String name = state.name();
        this.calls = calls;
        this.state = state;
        this.journal = journal;
        this.backend = backend;
        this.clock = clock;
        this.functions = new RunningFunctions(name);
        this.redrives = new Redrives(redriven, name, () -> Pipeline.delimiting(configuration()), this::stage, clock);
        this.feeder = new Feeder(name, journal, this::stage, clock.real(Duration.ofSeconds(1)),
                trouble -> troubles.feeding = trouble);
        this.runs = new FlushRuns(name, functions, feeder, redrives, clock, figures, landed, troubles,
                () -> configuration().sluice().foldedFor());
    }

    /// Makes what the stream needs and begins to stage what its journal holds. May be tried again when it failed.
    void start() {
        try {
            if (journal.staged() > 1) {
                backend.lostIndex(state.id()).ifPresent(this::refuse);
            }
            backend.prepare(state.id(), bucket());
            if (!functions.areThere()) {
                functions.begin(functions(state));
            }
            functions.call(now -> {
                landed.begin(now.landings());
                return now;
            });
            feeder.start();
            functions.ready();
            openTable();
            troubles.starting = Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            troubles.starting = Optional.of("what it needs can't be made, which is tried again: " + e);
            throw e;
        }
    }

    /// The one before ends by itself: no call waits for its catalog.
    private void openTable() {
        Optional<LiveTable> before = table;
        table = backend.table(configuration(), environment(state));
        before.ifPresent(each -> Thread.startVirtualThread(each::close));
    }

    private void refuse(Path database) {
        throw new UsageException("The index of stream " + state.name() + ", which tells what is staged, is gone from "
                + database + ": restore that from a copy of the whole folder, or move the stream's folder " + state.id()
                + " away, which gives up what is not delivered");
    }

    /// The configuration under which it is served.
    public StreamConfiguration configuration() {
        return ConfigurationCheck.configuration(served(state));
    }

    private byte[] served(StreamState of) {
        return ConfigurationCheck.served(of.request(), of.version(),
                clock.speed() == 1 ? RETRY_HOURS : RETRY_HOURS_QUICK);
    }

    /// The stream's data bucket.
    public String bucket() {
        return configuration().bucket();
    }

    private Map<String, String> environment(StreamState of) {
        Map<String, String> environment = backend.environment(of.id(), bucket());
        environment.put("SLUICE_CONFIG", new String(served(of), StandardCharsets.UTF_8));
        return environment;
    }

    private StreamFunctions functions(StreamState of) {
        return backend.functions(environment(of), clock, calls.of(of));
    }

    public StreamState state() {
        return state;
    }

    void state(StreamState changed) {
        state = changed;
    }

    /// Does something between two deliveries where `changed` has them in another bucket, else at once: what is written
    /// and not committed is looked for in the bucket of now.
    ///
    /// @throws IOException when what is open can't be delivered now
    void betweenDeliveries(StreamState changed, Runnable what) throws IOException, InterruptedException {
        if (ConfigurationCheck.configuration(served(changed)).bucket().equals(bucket()) || !functions.areThere()) {
            what.run();
            return;
        }
        runs.settled(what);
    }

    /// Takes the functions of its state of now; where they can't be made, those that are there go on.
    void takeFunctions() {
        functions.replace(() -> {
            backend.prepare(state.id(), bucket());
            return functions(state);
        });
    }

    /// Goes on with the functions of another configuration.
    void goOn() {
        openTable();
        runs.wake();
    }

    /// Takes records; returns when they are safe.
    ///
    /// @throws ApiException when none can be taken now
    public PutReceipt put(CallKey call, int total, int[] taken, List<byte[]> data) {
        if (state.status() == StreamState.Status.DELETING) {
            throw ApiException.notFound(state.name());
        }
        try {
            PutReceipt receipt = journal.put(call, clock.instant(), total, taken, data);
            count(receipt, total, data);
            feeder.wake();
            return receipt;
        } catch (JournalFullException e) {
            figures.throttled.add(total);
            throw ApiException.unavailable("Slow down.");
        } catch (IOException e) {
            troubles.feeding = Optional.of("records can't be taken: " + e.getMessage());
            throw ApiException.unavailable("The journal can't be written. Slow down.");
        }
    }

    private void count(PutReceipt receipt, int total, List<byte[]> data) {
        if (receipt.repeated() == PutReceipt.Repeated.YES) {
            figures.repeats.increment();
            return;
        }
        figures.puts.increment();
        figures.records.add(receipt.taken().length);
        figures.throttled.add(total - receipt.taken().length);
        for (int i = 0; i < receipt.taken().length; i++) {
            figures.bytes.add(data.get(i).length);
        }
    }

    /// The id that a record of `receipt` has for good.
    public String recordId(PutReceipt receipt, int position) {
        return receipt.epoch() + "-%016x".formatted(receipt.sequence() + position);
    }

    private void stage(SourceBatch batch) throws IOException {
        functions.call(now -> {
            now.stage(batch);
            return now;
        });
        runs.wake();
    }

    /// See [FlushRuns#tick()].
    void tick() {
        runs.tick();
    }

    /// Puts the records of an error object in again, once for good, under the configuration of now.
    ///
    /// @throws IOException when not all could be staged; the rest follows by itself
    public Redriven redrive(String key) throws IOException {
        return redrives.redrive(bucket(), key, objects()::open);
    }

    /// Tests whether an object of that key was redriven.
    public boolean isRedriven(String key) {
        return redrives.has(bucket(), key);
    }

    /// The stream's data bucket, which other streams may share.
    public BucketContent objects() {
        return backend.bucket(bucket());
    }

    /// The balance of its records; empty until the flusher has told it for the first time.
    public Optional<Balance> balance() {
        // The journal is asked after the flusher was, so that nothing is folded that is not counted. Records are
        // numbered from 1.
        return runs.last().map(folded -> Balance.of(folded.tally(), folded.pending().records(), folded.open(),
                journal.next() - 1 + redrives.records()));
    }

    /// Starts a run of the flusher to which all is due, and kills it; the next scheduled one takes up what it left.
    ///
    /// @param dies the number of the request at which it dies, from 1
    /// @throws IOException when the stream does not get ready
    public KilledRun killFlusher(int dies) throws IOException, InterruptedException {
        return runs.alone(() -> StreamFunctions.kill(environment(state), clock, backend.http(), dies));
    }

    /// Does something while nothing is staged, delivered or redriven. Records are taken meanwhile.
    void quietly(RunningFunctions.Quiet what) throws IOException, InterruptedException {
        try (Closeable _ = journal.keepFiles()) {
            runs.alone(() -> {
                redrives.quietly(() -> functions.quietly(what));
                return state;
            });
        }
    }

    /// Stages all that is in the journal, and delivers all that is staged; see [FlushRuns#drain].
    ///
    /// @throws IOException when a flush run failed, or the journal could not be staged
    public FlushSummary drain(Duration patience) throws IOException, InterruptedException {
        return runs.drain(patience);
    }

    /// Takes no more records and stages those that it has, within `patience`.
    ///
    /// @return whether all are staged; the others stay in the journal
    boolean stop(Duration patience) throws InterruptedException {
        journal.end();
        return functions.awaitReady(patience) && feeder.stageAll(patience);
    }

    /// Ends what is under way. The journal stays.
    void close() throws IOException {
        journal.end();
        functions.abortCalls();
        feeder.close();
        try {
            runs.close();
        } finally {
            journal.close();
            table.ifPresent(LiveTable::close);
        }
    }

    /// Registers in the Iceberg table all that landed by now.
    ///
    /// @return why something can't be, in a sentence
    public Optional<String> register() {
        return table.flatMap(LiveTable::registerAll);
    }

    /// The age of what landed and is not in the Iceberg table; empty where there is no table.
    public Optional<Duration> tableLag() {
        return table.map(each -> each.waitingSince().map(since -> Duration.between(since, clock.instant()))
                .filter(Duration::isPositive).orElse(Duration.ZERO));
    }

    public StreamCounts figures() {
        return figures;
    }

    /// The last flush run; one that found and left nothing until there is one.
    public FlushSummary lastFlush() {
        return runs.last().orElse(FlushSummary.NOTHING);
    }

    /// The age of the oldest record that is acknowledged and not delivered, as far as was looked; zero when there is
    /// none.
    public Duration freshness() {
        Optional<Instant> staged = Optional.of(lastFlush().waitingSince()).filter(since -> since != Long.MAX_VALUE)
                .map(Instant::ofEpochMilli);
        return Stream.of(feeder.oldestOpen(), staged).flatMap(Optional::stream).min(Instant::compareTo)
                .map(oldest -> Duration.between(oldest, clock.instant()))
                .filter(Duration::isPositive).orElse(Duration.ZERO);
    }

    /// The last landing; empty until anything landed.
    public Optional<Landing> lastLanding() {
        return landed.last();
    }

    /// The time until which all that was acknowledged is delivered and told, by arrival; 1970 while it is not known. It
    /// is read again when the last reading is some seconds old; where it can't be read, or something can't be told of,
    /// it stays.
    ///
    /// The journal is asked before the index is read: what is staged meanwhile is met there. Records may be in it out
    /// of the order of their arrival by the time that a call takes.
    public synchronized Instant completeUntil() {
        if (isCompleteRead && System.nanoTime() - completeReadNanos < COMPLETE_READ_EVERY.toNanos()) {
            return complete;
        }
        Instant start = clock.instant();
        Optional<Instant> journaled = waiting() == 0
                ? Optional.empty()
                : Optional.of(feeder.oldestOpen().map(oldest -> oldest.minus(CALL_TIME)).orElse(complete));
        try {
            Instant until = journaled.filter(start::isAfter).orElse(start);
            if (functions.call(StreamFunctions::complete) instanceof Completeness.Until(long staged, _)) {
                Instant bounded = Instant.ofEpochMilli(Math.min(staged, until.toEpochMilli()));
                complete = bounded;
            }
        } catch (IOException | StoreException _) {
            // Flush runs meet the same, and say so.
        }
        isCompleteRead = true;
        completeReadNanos = System.nanoTime();
        return complete;
    }

    /// The age of that time.
    public long completenessLagSeconds() {
        return Math.max(0, Duration.between(completeUntil(), clock.instant()).toSeconds());
    }

    /// Records that are acknowledged and not staged, at most.
    public long waiting() {
        return journal.next() - journal.staged();
    }

    public long journalBytes() {
        return journal.bytes();
    }

    /// The reasons why something does not go on at present.
    public List<String> troubles() {
        return Stream.concat(troubles.all().stream(), table.flatMap(LiveTable::trouble).stream()).toList();
    }
}
