package io.sluice.local.serve.streams;

import io.sluice.app.Flushing.Mode;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.FlushSummary;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The runs of a stream's flusher, one at a time, and the last one's summary. Thread-safe.
final class FlushRuns {
    /// The time before the flusher forgets a batch from which on it waits for one that may be staged already.
    private static final Duration FORGETTING_MARGIN = Duration.ofHours(1);
    private static final Duration READY_MAX = Duration.ofSeconds(30);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration FIRST_DAILY = Duration.ofMinutes(10);

    private final String stream;
    private final RunningFunctions functions;
    private final Feeder feeder;
    private final Redrives redrives;
    private final ServeClock clock;
    private final StreamCounts figures;
    private final LandedSoFar landed;
    private final Troubles troubles;
    private final Supplier<Duration> remembered;
    private final ReentrantLock running = new ReentrantLock();
    private final AtomicBoolean dirty = new AtomicBoolean(true);
    private volatile @Nullable FlushSummary last;
    private Instant nextDaily;

    /// @param stream     for messages
    /// @param remembered how long the flusher knows a batch that it has folded
    FlushRuns(String stream, RunningFunctions functions, Feeder feeder, Redrives redrives, ServeClock clock,
            StreamCounts figures, LandedSoFar landed, Troubles troubles, Supplier<Duration> remembered) {
        this.stream = stream;
        this.functions = functions;
        this.feeder = feeder;
        this.redrives = redrives;
        this.clock = clock;
        this.figures = figures;
        this.landed = landed;
        this.troubles = troubles;
        this.remembered = remembered;
        this.nextDaily = clock.instant().plus(FIRST_DAILY);
    }

    /// Something that is done while no run is under way.
    @FunctionalInterface
    interface Alone<T> {
        T get() throws IOException, InterruptedException;
    }

    /// There may be something to deliver.
    void wake() {
        dirty.set(true);
    }

    /// The last run's summary; empty until there is one.
    Optional<FlushSummary> last() {
        return Optional.ofNullable(last);
    }

    /// One scheduled run, if there can be anything to do, and the daily tasks when they are due.
    void tick() {
        if (!functions.areThere() || !running.tryLock()) {
            return;
        }
        try {
            settleRedrives();
            if (waitsForDoubtful()) {
                troubles.flushing = Optional.of("nothing is delivered until a batch is staged whose first attempt may"
                        + " have been delivered, lest it be forgotten and delivered again");
                return;
            }
            if (dirty.getAndSet(false) && !run(Mode.SCHEDULED).drained()) {
                dirty.set(true);
            }
            daily();
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        } finally {
            running.unlock();
        }
    }

    private void settleRedrives() {
        try {
            redrives.settle();
            troubles.redriving = Optional.empty();
        } catch (IOException | RuntimeException e) {
            troubles.redriving = Optional.of("a redrive does not go on: " + e.getMessage());
        }
    }

    /// A batch of unknown outcome that the flusher may be about to forget must be staged again first.
    private boolean waitsForDoubtful() {
        Duration safe = remembered.get().minus(FORGETTING_MARGIN);
        return Stream.of(feeder.doubtfulSince(), redrives.doubtfulSince()).flatMap(Optional::stream)
                .anyMatch(since -> clock.instant().isAfter(since.plus(safe)));
    }

    private void failed(Throwable e) {
        dirty.set(true);
        figures.flushFailures.increment();
        troubles.flushing = Optional.of("a flush run failed: " + (e instanceof Error ? e : e.getMessage()));
    }

    private FlushSummary run(Mode mode) throws IOException {
        return functions.call(now -> {
            FlushSummary answer = now.flush(mode);
            last = answer;
            figures.objects.add(answer.objects());
            figures.objectBytes.add(answer.bytes());
            troubles.flushing = answer.problems().stream().findFirst();
            readLandings(now);
            return answer;
        });
    }

    /// What is delivered is delivered, whether it can be told or not.
    private void readLandings(StreamFunctions now) {
        try {
            landed.readOn(now.landings());
            troubles.telling = Optional.empty();
        } catch (MalformedEncodingException | StoreException e) {
            troubles.telling = Optional.of("what landed can't be told: " + e.getMessage());
        }
    }

    /// Files' ages mean something only where the clock tells the real time. While a batch of unknown outcome waits, a
    /// segment that nothing names may come to be named.
    private void daily() {
        if (!clock.isReal() || feeder.doubtfulSince().isPresent() || redrives.doubtfulSince().isPresent()
                || isBeforeDaily()) {
            return;
        }
        nextDaily = clock.instant().plus(DAY);
        Optional<String> unswept = undone("not all that nothing names is swept: ", now -> {
            now.sweep();
            return Optional.empty();
        });
        troubles.daily = undone("not all that is older than its retention is removed: ", StreamFunctions::retain)
                .or(() -> unswept);
    }

    /// Not where the machine's clock was set back over days: they would be waited for.
    private boolean isBeforeDaily() {
        Instant now = clock.instant();
        return now.isBefore(nextDaily) && now.isAfter(nextDaily.minus(DAY));
    }

    /// Does a daily task; one that fails holds up no other, and is tried again after a day.
    ///
    /// @return why it is not done
    private Optional<String> undone(String what, RunningFunctions.Call<Optional<String>> task) {
        try {
            return functions.call(task).map(why -> what + why);
        } catch (IOException | RuntimeException e) {
            return Optional.of(what + e.getMessage());
        }
    }

    /// Stages all that waits to be staged, and delivers all that is staged.
    ///
    /// @return the last run's summary; it is not drained when something could not be delivered within `patience`
    /// @throws IOException when a run failed, or not all could be staged
    FlushSummary drain(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        awaitReady();
        if (!feeder.stageAll(patience)) {
            throw new IOException("not all records of " + stream + " could be staged"
                    + troubles.feeding.map(trouble -> ": " + trouble).orElse(""));
        }
        redrives.settle();
        if (!running.tryLock(Math.max(deadline - System.nanoTime(), 1), TimeUnit.NANOSECONDS)) {
            throw new IOException("another flush run of " + stream + " takes too long");
        }
        try {
            FlushSummary answer = run(Mode.DRAIN);
            while (!answer.drained() && answer.objects() > 0 && System.nanoTime() < deadline) {
                answer = run(Mode.DRAIN);
            }
            dirty.set(!answer.drained());
            return answer;
        } finally {
            running.unlock();
        }
    }

    /// Does something to what runs deliver; the next scheduled run takes up what it left.
    ///
    /// @throws IOException when the stream does not get ready, or what is done fails
    <T> T alone(Alone<T> what) throws IOException, InterruptedException {
        awaitReady();
        running.lock();
        try {
            dirty.set(true);
            return what.get();
        } finally {
            running.unlock();
        }
    }

    /// The same while no delivery is open: a run before it finishes those that are.
    ///
    /// @throws IOException when one can't be finished now
    void settled(Runnable what) throws IOException, InterruptedException {
        if (waitsForDoubtful() && feeder.stageAll(READY_MAX)) {
            settleRedrives();
        }
        alone(() -> {
            if (waitsForDoubtful()) {
                throw new IOException("a batch waits to be staged whose first attempt may have been delivered");
            }
            FlushSummary before = run(Mode.SCHEDULED);
            if (before.open() > 0) {
                throw new IOException(before.open() + " objects of " + stream + " can't be written"
                        + before.problems().stream().findFirst().map(each -> ": " + each).orElse(""));
            }
            what.run();
            return before;
        });
    }

    private void awaitReady() throws IOException, InterruptedException {
        if (!functions.awaitReady(READY_MAX)) {
            throw new IOException("the stream " + stream + " is not ready yet"
                    + troubles.starting.map(trouble -> ": " + trouble).orElse(""));
        }
    }

    /// Ends the functions once no run is under way.
    void close() {
        running.lock();
        try {
            functions.close();
        } finally {
            running.unlock();
        }
    }
}
