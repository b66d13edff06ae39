package io.sluice.local.iceberg;

import io.sluice.iceberg.Registration;
import io.sluice.iceberg.TableStatus;
import io.sluice.iceberg.UnusableTableException;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.serve.streams.LiveTable;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The Iceberg table of a stream at work: what landed is registered again and again, beside delivery, which waits for
/// nothing of it. Thread-safe.
public final class RunningTable implements LiveTable {
    private final TableAccess table;
    private final Beginning beginning;
    private final ScheduledExecutorService timer = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("iceberg").daemon().factory());
    private final ReentrantLock registering = new ReentrantLock();
    private boolean begun;
    private volatile List<String> problems = List.of();
    private volatile Map<String, Long> marks = Map.of();

    /// The past of a stream.
    public enum Beginning {
        /// Its log begins anew: a table that its folder has of before is made again of the objects that are there.
        NEW,
        /// Its log goes on.
        RESUMED
    }

    private RunningTable(TableAccess table, Beginning beginning) {
        this.table = table;
        this.beginning = beginning;
    }

    /// Begins at once.
    ///
    /// @param every time between commits
    /// @param warn  takes a sentence when the catalog can't be used yet
    /// @throws UsageException when the table is another stream's, has objects of an earlier log, or can't have the
    ///     configuration's columns
    public static RunningTable begin(TableAccess table, Beginning beginning, Duration every, Consumer<String> warn) {
        RunningTable running = new RunningTable(table, beginning);
        try {
            running.begin();
        } catch (JobFailedException e) {
            if (e.getCause() instanceof UnusableTableException) {
                throw new UsageException(String.valueOf(e.getMessage()));
            }
            warn.accept("What lands can't be registered in the Iceberg table yet, which is tried again: "
                    + e.getMessage());
        }
        running.schedule(every, every);
        return running;
    }

    /// Begins by and by.
    public static RunningTable inBackground(TableAccess table, Beginning beginning, Duration every) {
        RunningTable running = new RunningTable(table, beginning);
        running.schedule(Duration.ZERO, every);
        return running;
    }

    private void schedule(Duration first, Duration every) {
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(this::registerQuietly, first.toMillis(),
                every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Throws nothing: a timer whose task throws runs it no more.
    private void registerQuietly() {
        try {
            register();
        } catch (RuntimeException | Error e) {
            problems = List.of(String.valueOf(e));
        }
    }

    private void begin() {
        registering.lock();
        try {
            if (begun) {
                return;
            }
            switch (beginning) {
                case NEW -> {
                    table.forget();
                    requireEmpty();
                    table.backfill("");
                }
                case RESUMED -> table.forgetLost();
            }
            begun = true;
        } finally {
            registering.unlock();
        }
    }

    private void requireEmpty() {
        if (table.status().filter(status -> status.files() > 0).isPresent()) {
            throw new UsageException("The table " + table.place() + " has objects already, and this log begins anew:"
                    + " drop the table there, or name another one in Sluice.Iceberg.Table");
        }
    }

    /// Registers all that landed by now.
    ///
    /// @return what could not be, in sentences
    public List<String> register() {
        registering.lock();
        try {
            begin();
            Registration registration = table.register(Deadline.NONE);
            problems = registration.problems();
            marks = registration.marks();
            if (registration.commits() > 0) {
                table.sweep();
            }
        } catch (JobFailedException | UsageException e) {
            problems = List.of(String.valueOf(e.getMessage()));
        } finally {
            registering.unlock();
        }
        return problems;
    }

    @Override
    public Optional<String> registerAll() {
        register();
        return trouble();
    }

    @Override
    public Optional<String> trouble() {
        return problems.stream().findFirst()
                .map(problem -> "what landed can't be registered in the Iceberg table: " + problem);
    }

    @Override
    public Optional<Instant> waitingSince() {
        try {
            return table.waitingSince(marks);
        } catch (StoreException | UsageException _) {
            // Registering meets the same, and says so.
            return Optional.empty();
        }
    }

    /// The table as it is; empty where nothing was registered.
    Optional<TableStatus> status() {
        return table.status();
    }

    /// The table in its catalog, in words.
    public String place() {
        return table.place();
    }

    /// Waits for a registration that is under way.
    @Override
    public void close() {
        timer.close();
    }
}
