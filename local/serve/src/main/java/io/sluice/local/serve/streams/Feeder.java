package io.sluice.local.serve.streams;

import io.sluice.firehose.SourceBatch;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.batch.EventWriter;
import io.sluice.local.serve.journal.Cursor;
import io.sluice.local.serve.journal.Journal;
import io.sluice.local.serve.journal.StoredRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Hands a journal's records to the transform function, in batches. Where a batch ends is in the journal before it is
/// handed over, and its records' ids are their numbers: whatever happens, it is the same batch at the next attempt,
/// which ingest recognises.
///
/// Runs on a thread of its own, one of the system's: among the requests' virtual threads it would wait for as long as
/// they come. The other methods may be called by any.
final class Feeder implements AutoCloseable {
    /// Firehose's limits on what it hands to a function, with room for the envelope.
    private static final long DATA_BYTES_MAX = 3_000_000;
    private static final long EVENT_BYTES_MAX = 6L * 1024 * 1024 - 1024;
    private static final Duration WAIT_MAX = Duration.ofMillis(250);
    private static final Duration IDLE_MAX = Duration.ofSeconds(30);
    private static final Duration RETRY_FIRST = Duration.ofMillis(200);
    private static final Duration RETRY_MAX = Duration.ofSeconds(20);

    private final Journal journal;
    private final Cursor cursor;
    private final EventWriter events;
    private final Staging staging;
    private final Duration wait;
    private final Consumer<Optional<String>> trouble;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private final List<Long> inDoubt;
    /// Read and not staged yet. It outlives a failed attempt to read more.
    private final List<StoredRecord> open = new ArrayList<>();
    /// The journal may hold already that these are one batch.
    private boolean isCut;
    private boolean isStopping;
    private boolean isWoken;
    private long idleRounds;
    private long idleRoundsWanted;
    private boolean isHurried;
    private long failures;
    private volatile boolean isFailing;
    private volatile @Nullable Instant doubtfulSince;
    private volatile @Nullable Instant oldestOpen;

    /// Stages batches.
    @FunctionalInterface
    interface Staging {
        /// @throws IOException when it is not known to be staged
        void stage(SourceBatch batch) throws IOException;
    }

    /// @param wait    how long records wait for more, at most
    /// @param trouble told why nothing is staged at present, and when that is over
    Feeder(String stream, Journal journal, Staging staging, Duration wait, Consumer<Optional<String>> trouble) {
        this.journal = journal;
        this.cursor = journal.cursor();
        this.events = new EventWriter(stream);
        this.staging = staging;
        this.wait = wait.compareTo(WAIT_MAX) < 0 ? wait : WAIT_MAX;
        this.trouble = trouble;
        this.inDoubt = new ArrayList<>(journal.cutsInDoubt());
        this.doubtfulSince = inDoubt.isEmpty() ? null : Instant.EPOCH;
        this.thread = Thread.ofPlatform().daemon().name("feeder-" + stream).unstarted(this::run);
    }

    /// May be called again.
    void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /// There are more records in the journal.
    void wake() {
        lock.lock();
        try {
            isWoken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The arrival of a batch that may be staged already and is tried again; empty when there is none such. Of batches
    /// from before this start it is the beginning of time.
    Optional<Instant> doubtfulSince() {
        return Optional.ofNullable(doubtfulSince);
    }

    /// The arrival of the oldest of the records that are being staged; empty when none are.
    Optional<Instant> oldestOpen() {
        return Optional.ofNullable(oldestOpen);
    }

    /// Waits until all that is in the journal now is staged, and has it tried at once.
    ///
    /// @return whether it is; not when it took too long or an attempt failed that began after the call
    boolean stageAll(Duration patience) throws InterruptedException {
        long nanos = patience.toNanos();
        lock.lockInterruptibly();
        try {
            // The round that is under way may have looked before the last record came.
            long idle = idleRounds + 2;
            isHurried = true;
            idleRoundsWanted = Math.max(idleRoundsWanted, idle);
            changed.signalAll();
            // So may the attempt that is under way.
            long failed = failures + 2;
            while (idleRounds < idle && failures < failed && nanos > 0 && !isStopping && thread.isAlive()) {
                nanos = changed.awaitNanos(nanos);
            }
            return idleRounds >= idle;
        } finally {
            isHurried = false;
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (!isStopping()) {
                goOn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whatever ends a round, the next one takes up what it left, and says so when it fails too.
    private void goOn() throws InterruptedException {
        try {
            try {
                once();
            } catch (IOException | RuntimeException | Error e) {
                fail(e, RETRY_FIRST);
            }
        } catch (Error e) {
            // Not even that could be told: there is no memory, for one.
            isFailing = true;
            LockSupport.parkNanos(RETRY_FIRST.toNanos());
        }
    }

    private void once() throws IOException, InterruptedException {
        if (!inDoubt.isEmpty()) {
            gather(inDoubt.getFirst());
            if (!open.isEmpty()) {
                stage();
            }
            inDoubt.removeFirst();
            doubtfulSince = inDoubt.isEmpty() ? null : Instant.EPOCH;
            return;
        }
        if (!isCut && open.isEmpty() && cursor.peek() == null) {
            awaitRecords();
            return;
        }
        if (!isCut && gather(Long.MAX_VALUE) && !isHurriedOrStopping()) {
            pause();
            gather(Long.MAX_VALUE);
        }
        isCut = true;
        cut(open.getLast().sequence() + 1);
        stage();
    }

    /// Adds the records before `end`, as many as one batch takes.
    ///
    /// @return whether there is room for more
    private boolean gather(long end) throws IOException {
        long data = 0;
        long event = 0;
        for (StoredRecord record : open) {
            data += record.data().length;
            event += events.recordBytes(batchRecord(record));
        }
        StoredRecord next = cursor.peek();
        while (next != null && next.sequence() < end) {
            data += next.data().length;
            event += events.recordBytes(batchRecord(next));
            boolean isFull = data > DATA_BYTES_MAX || event > EVENT_BYTES_MAX;
            if (isFull && !open.isEmpty() && end == Long.MAX_VALUE) {
                return false;
            }
            open.add(next);
            oldestOpen = open.getFirst().arrival();
            cursor.advance();
            next = cursor.peek();
        }
        return true;
    }

    private BatchRecord batchRecord(StoredRecord record) {
        return new BatchRecord(record.epoch() + "-" + HexFormat.of().toHexDigits(record.sequence()), record.arrival(),
                record.data());
    }

    /// A batch's end must be known for good before anything of it is staged.
    private void cut(long end) throws InterruptedException {
        Duration pause = RETRY_FIRST;
        while (true) {
            try {
                journal.cut(end);
                return;
            } catch (IOException | RuntimeException | Error e) {
                fail(e, pause);
                pause = longer(pause);
            }
        }
    }

    private void stage() throws InterruptedException {
        long end = open.getLast().sequence() + 1;
        var batch = new Batch(open.getFirst().sequence(), open.getLast().arrival(),
                open.stream().map(this::batchRecord).toList(),
                open.stream().mapToLong(record -> record.data().length).sum());
        Duration pause = RETRY_FIRST;
        for (int attempt = 0;; attempt++) {
            try {
                staging.stage(events.read(batch, attempt));
                break;
            } catch (IOException | RuntimeException | Error e) {
                doubtfulSince = doubtfulSince == null ? open.getFirst().arrival() : doubtfulSince;
                fail(e, pause);
                pause = longer(pause);
            }
        }
        journal.staged(end);
        open.clear();
        isCut = false;
        oldestOpen = null;
        doubtfulSince = null;
        recovered();
        trim();
    }

    private void trim() {
        try {
            journal.trim(cursor);
        } catch (IOException e) {
            trouble.accept(Optional.of("the journal's old files can't be removed: " + e.getMessage()));
        }
    }

    private void recovered() {
        lock.lock();
        try {
            if (isFailing) {
                trouble.accept(Optional.empty());
            }
            isFailing = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Duration longer(Duration pause) {
        Duration longer = pause.multipliedBy(2);
        return longer.compareTo(RETRY_MAX) < 0 ? longer : RETRY_MAX;
    }

    private void fail(Throwable failure, Duration pause) throws InterruptedException {
        String reason = failure instanceof Error || failure.getMessage() == null
                ? failure.toString()
                : failure.getMessage();
        trouble.accept(Optional.of("records wait in the journal: " + reason));
        long nanos = pause.toNanos();
        lock.lockInterruptibly();
        try {
            isFailing = true;
            failures++;
            changed.signalAll();
            while (nanos > 0 && !isHurried) {
                if (isStopping) {
                    throw new InterruptedException();
                }
                nanos = changed.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private void awaitRecords() throws InterruptedException {
        long nanos = IDLE_MAX.toNanos();
        lock.lockInterruptibly();
        try {
            idleRounds++;
            changed.signalAll();
            while (!isWoken && !isStopping && idleRounds >= idleRoundsWanted && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            isWoken = false;
        } finally {
            lock.unlock();
        }
    }

    /// Lets more records come.
    private void pause() throws InterruptedException {
        long nanos = wait.toNanos();
        lock.lockInterruptibly();
        try {
            while (!isHurried && !isStopping && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isHurriedOrStopping() {
        lock.lock();
        try {
            return isHurried || isStopping;
        } finally {
            lock.unlock();
        }
    }

    private boolean isStopping() {
        lock.lock();
        try {
            return isStopping;
        } finally {
            lock.unlock();
        }
    }

    /// Ends after the batch that is under way.
    @Override
    public void close() {
        lock.lock();
        try {
            isStopping = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
