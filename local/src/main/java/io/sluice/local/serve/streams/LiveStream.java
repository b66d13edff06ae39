package io.sluice.local.serve.streams;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.serve.journal.CallKey;
import io.sluice.local.serve.journal.Journal;
import io.sluice.local.serve.journal.JournalFullException;
import io.sluice.local.serve.journal.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One stream at work: its journal, the feeder behind it, and its functions. Thread-safe.
public final class LiveStream {
    /// How long before the flusher forgets a batch it waits for one that may be staged already.
    private static final Duration FORGETTING_MARGIN = Duration.ofHours(1);
    /// How long the flusher remembers a batch: only one of unknown outcome comes again, and for that it waits. The
    /// shorter, the smaller are manifests; where the clock runs faster than the flusher, as long as can be.
    private static final int RETRY_HOURS = 2;
    private static final int RETRY_HOURS_QUICK = 168;
    private static final int READY_SECONDS_MAX = 30;
    private static final Duration DAY = Duration.ofDays(1);

    private final Backend backend;
    private final ServeClock clock;
    private final Functions calls;
    private final Journal journal;
    private final Figures figures = new Figures();
    private final ReentrantReadWriteLock functionsLock = new ReentrantReadWriteLock();
    private final ReentrantLock flushing = new ReentrantLock();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final AtomicBoolean dirty = new AtomicBoolean(true);
    private final Feeder feeder;
    private volatile StreamState state;
    private volatile @Nullable StreamFunctions functions;
    private volatile FlushAnswer last = FlushAnswer.NONE;
    private volatile boolean hasAnswered;
    private volatile Optional<String> feederTrouble = Optional.empty();
    private volatile Optional<String> flushTrouble = Optional.empty();
    private volatile Optional<String> redriveTrouble = Optional.empty();
    private final Redrives redrives;
    private Instant nextDaily;

    /// @param redriven where it is kept which error objects were redriven
    /// @throws IOException when that can't be read
    LiveStream(StreamState state, Journal journal, Path redriven, Backend backend, ServeClock clock, Functions calls)
            throws IOException {
        this.calls = calls;
        this.state = state;
        this.journal = journal;
        this.backend = backend;
        this.clock = clock;
        this.nextDaily = clock.instant().plus(Duration.ofMinutes(10));
        this.redrives = new Redrives(redriven, state.name(), this::transform, clock);
        this.feeder = new Feeder(state.name(), journal, this::transform, clock.real(Duration.ofSeconds(1)),
                trouble -> feederTrouble = trouble);
    }

    /// Makes what the stream needs and begins to stage what its journal holds.
    void start() {
        backend.prepare(state.id(), configuration().bucket());
        functions = functions(state);
        feeder.start();
        ready.countDown();
    }

    /// The configuration under which it is served.
    public StreamConfiguration configuration() {
        return Judgement.configuration(served(state));
    }

    private byte[] served(StreamState of) {
        return Judgement.served(of.request(), of.version(), clock.speed() == 1 ? RETRY_HOURS : RETRY_HOURS_QUICK);
    }

    /// The stream's data bucket.
    public String bucket() {
        return configuration().bucket();
    }

    private Map<String, String> environment(StreamState of) {
        Map<String, String> environment = backend.environment(of.id(), configuration().bucket());
        environment.put("SLUICE_CONFIG",
                new String(served(of), StandardCharsets.UTF_8));
        return environment;
    }

    private StreamFunctions functions(StreamState of) {
        return new StreamFunctions(environment(of), clock, calls.of(of));
    }

    public StreamState state() {
        return state;
    }

    void state(StreamState changed) {
        state = changed;
    }

    /// Goes on under another configuration.
    void reconfigure(StreamState changed) {
        abortCalls();
        functionsLock.writeLock().lock();
        try {
            state = changed;
            StreamFunctions before = functions;
            if (before != null) {
                backend.prepare(changed.id(), configuration().bucket());
                functions = functions(changed);
                before.close();
            }
            dirty.set(true);
        } finally {
            functionsLock.writeLock().unlock();
        }
    }

    /// A call of the stream's own function may take minutes, and nobody waits for it.
    private void abortCalls() {
        StreamFunctions now = functions;
        if (now != null) {
            now.abortCalls();
        }
    }

    /// Takes records; returns when they are safe.
    ///
    /// @throws ApiException when none can be taken now
    public Receipt put(CallKey call, int total, int[] taken, List<byte[]> data) {
        if (state.status() == StreamState.Status.DELETING) {
            throw ApiException.notFound(state.name());
        }
        try {
            Receipt receipt = journal.put(call, clock.instant(), total, taken, data);
            count(receipt, total, data);
            feeder.wake();
            return receipt;
        } catch (JournalFullException e) {
            figures.throttled.add(total);
            throw ApiException.unavailable("Slow down.");
        } catch (IOException e) {
            feederTrouble = Optional.of("records can't be taken: " + e.getMessage());
            throw ApiException.unavailable("The journal can't be written. Slow down.");
        }
    }

    private void count(Receipt receipt, int total, List<byte[]> data) {
        if (receipt.repeated() == Receipt.Repeated.YES) {
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
    public String recordId(Receipt receipt, int position) {
        return journal.id() + "-%016x".formatted(receipt.sequence() + position);
    }

    private byte[] transform(byte[] event) throws IOException {
        functionsLock.readLock().lock();
        try {
            byte[] answer = running().transform(event);
            dirty.set(true);
            return answer;
        } finally {
            functionsLock.readLock().unlock();
        }
    }

    private StreamFunctions running() throws IOException {
        StreamFunctions now = functions;
        if (now == null) {
            throw new IOException("the stream " + state.name() + " is not ready yet");
        }
        return now;
    }

    /// One scheduled run of the flusher, if there can be anything to do, and the daily tasks when they are due.
    void tick() {
        if (functions == null || !flushing.tryLock()) {
            return;
        }
        try {
            settleRedrives();
            if (waitsForDoubtful()) {
                flushTrouble = Optional.of("nothing is delivered until a batch is staged whose first attempt may"
                        + " have been delivered, lest it be forgotten and delivered again");
                return;
            }
            if (dirty.getAndSet(false) && !run(Mode.SCHEDULED).isDrained()) {
                dirty.set(true);
            }
            daily();
        } catch (IOException | RuntimeException e) {
            failed(e);
        } finally {
            flushing.unlock();
        }
    }

    private void failed(Exception e) {
        dirty.set(true);
        figures.flushFailures.increment();
        flushTrouble = Optional.of("a flush run failed: " + e.getMessage());
    }

    /// A batch of unknown outcome that the flusher may be about to forget must be staged again first.
    private boolean waitsForDoubtful() {
        Duration safe = configuration().sluice().foldedFor().minus(FORGETTING_MARGIN);
        return Stream.of(feeder.doubtfulSince(), redrives.doubtfulSince()).flatMap(Optional::stream)
                .anyMatch(since -> clock.instant().isAfter(since.plus(safe)));
    }

    private void settleRedrives() {
        try {
            redrives.settle();
            redriveTrouble = Optional.empty();
        } catch (IOException | RuntimeException e) {
            redriveTrouble = Optional.of("a redrive does not go on: " + e.getMessage());
        }
    }

    /// Puts the records of an error object in again, once for good, under the configuration of now.
    ///
    /// @throws IOException when not all could be staged; the rest follows by itself
    public Redriven redrive(String key) throws IOException {
        return redrives.redrive(bucket(), key, objects()::open);
    }

    /// Whether an object of that key was redriven.
    public boolean isRedriven(String key) {
        return redrives.has(bucket(), key);
    }

    /// The stream's data bucket, which other streams may share.
    public DataBucket objects() {
        return backend.bucket(bucket());
    }

    /// Where its records are; empty until the flusher has said so for the first time.
    public Optional<Balance> balance() {
        if (!hasAnswered) {
            return Optional.empty();
        }
        FlushAnswer folded = last;
        // Looked up after that, so that nothing is folded that is not counted. Records are numbered from 1.
        return Optional.of(Balance.of(folded, journal.next() - 1 + redrives.records()));
    }

    /// Starts a run of the flusher to which all is due, and kills it; the next scheduled one takes up what it left.
    ///
    /// @param dies the number of the request at which it dies, from 1
    /// @throws IOException when the stream does not get ready
    public KilledRun killFlusher(int dies) throws IOException, InterruptedException {
        if (!ready.await(READY_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IOException("the stream " + state.name() + " is not ready yet");
        }
        flushing.lock();
        try {
            dirty.set(true);
            return StreamFunctions.kill(environment(state), clock, dies);
        } finally {
            flushing.unlock();
        }
    }

    private enum Mode {
        SCHEDULED, DRAIN
    }

    private FlushAnswer run(Mode mode) throws IOException {
        functionsLock.readLock().lock();
        try {
            FlushAnswer answer = mode == Mode.DRAIN ? running().drain() : running().flush();
            last = answer;
            hasAnswered = true;
            figures.objects.add(answer.objects());
            figures.objectBytes.add(answer.bytes());
            flushTrouble = answer.problems().stream().findFirst();
            return answer;
        } finally {
            functionsLock.readLock().unlock();
        }
    }

    /// Files' ages mean something only where the clock tells the real time. While a batch of unknown outcome waits, a
    /// segment that nothing names may come to be named.
    private void daily() throws IOException {
        if (!clock.isReal() || feeder.doubtfulSince().isPresent() || redrives.doubtfulSince().isPresent()
                || clock.instant().isBefore(nextDaily)) {
            return;
        }
        nextDaily = clock.instant().plus(DAY);
        functionsLock.readLock().lock();
        try {
            running().sweep();
            running().retain();
        } finally {
            functionsLock.readLock().unlock();
        }
    }

    /// Stages all that is in the journal, and delivers all that is staged.
    ///
    /// @return the last run's answer; it is not drained when something could not be delivered within `patience`
    /// @throws IOException when a flush run failed, or the journal could not be staged
    public FlushAnswer drain(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        if (!ready.await(patience.toNanos(), TimeUnit.NANOSECONDS) || !feeder.stageAll(patience)) {
            throw new IOException("not all records of " + state.name() + " could be staged"
                    + feederTrouble.map(trouble -> ": " + trouble).orElse(""));
        }
        redrives.settle();
        if (!flushing.tryLock(Math.max(deadline - System.nanoTime(), 1), TimeUnit.NANOSECONDS)) {
            throw new IOException("another flush run of " + state.name() + " takes too long");
        }
        try {
            FlushAnswer answer = run(Mode.DRAIN);
            while (!answer.isDrained() && answer.objects() > 0 && System.nanoTime() < deadline) {
                answer = run(Mode.DRAIN);
            }
            dirty.set(!answer.isDrained());
            return answer;
        } finally {
            flushing.unlock();
        }
    }

    /// Takes no more records and stages those that it has, within `patience`.
    ///
    /// @return whether all are staged; the others stay in the journal
    boolean stop(Duration patience) throws InterruptedException {
        journal.end();
        return ready.await(patience.toNanos(), TimeUnit.NANOSECONDS) && feeder.stageAll(patience);
    }

    /// Ends what is under way. The journal stays.
    void close() throws IOException {
        journal.end();
        abortCalls();
        feeder.close();
        flushing.lock();
        functionsLock.writeLock().lock();
        try {
            StreamFunctions now = functions;
            functions = null;
            if (now != null) {
                now.close();
            }
        } finally {
            functionsLock.writeLock().unlock();
            flushing.unlock();
            journal.close();
        }
    }

    public Figures figures() {
        return figures;
    }

    /// What the flusher said last.
    public FlushAnswer lastFlush() {
        return last;
    }

    /// How old the oldest record is that is acknowledged and not delivered, as far as was looked; zero when there is
    /// none.
    public Duration freshness() {
        return Stream.of(feeder.oldestOpen(), last.oldestWaiting()).flatMap(Optional::stream).min(Instant::compareTo)
                .map(oldest -> Duration.between(oldest, clock.instant())).filter(Duration::isPositive)
                .orElse(Duration.ZERO);
    }

    /// Records that are acknowledged and not staged, at most.
    public long waiting() {
        return journal.next() - journal.staged();
    }

    public long journalBytes() {
        return journal.bytes();
    }

    /// Why something does not go on at present.
    public List<String> troubles() {
        return Stream.of(feederTrouble, flushTrouble, redriveTrouble).flatMap(Optional::stream).toList();
    }
}
