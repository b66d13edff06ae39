package io.sluice.local.iceberg;

import io.sluice.iceberg.Registration;
import io.sluice.iceberg.TableStatus;
import io.sluice.iceberg.UnusableTableException;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The Iceberg table of a stream that is at work: what landed is registered again and again, beside delivery, which
/// waits for nothing of it. Thread-safe.
public final class RunningTable implements AutoCloseable {
    private final TableAccess table;
    private final ScheduledExecutorService timer = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("iceberg").daemon().factory());
    private final ReentrantLock registering = new ReentrantLock();
    private volatile List<String> problems = List.of();

    private RunningTable(TableAccess table) {
        this.table = table;
    }

    /// Of a stream whose first object is still to land: a table that its folder has from before is forgotten.
    ///
    /// @param every time between commits
    /// @param warn  takes a sentence when the catalog can't be used yet
    /// @throws UsageException when the table is another stream's, has objects of another folder, or can't have the
    ///     configuration's columns
    public static RunningTable beginNew(TableAccess table, Duration every, Consumer<String> warn) {
        table.forget();
        return begin(table, every, warn, true);
    }

    /// Of a stream that goes on.
    ///
    /// @throws UsageException as [#beginNew]
    public static RunningTable resume(TableAccess table, Duration every, Consumer<String> warn) {
        table.forgetLost();
        return begin(table, every, warn, false);
    }

    private static RunningTable begin(TableAccess table, Duration every, Consumer<String> warn, boolean fresh) {
        try {
            Registration first = table.register(Deadline.NONE);
            if (fresh && first.commits() == 0 && table.status().filter(status -> status.files() > 0).isPresent()) {
                throw new UsageException("The table " + table.place() + " has objects of an earlier run already, and"
                        + " those of this one would be added to them: drop it there, or name another one in"
                        + " Sluice.Iceberg.Table");
            }
        } catch (JobFailedException e) {
            if (e.getCause() instanceof UnusableTableException) {
                throw new UsageException(String.valueOf(e.getMessage()));
            }
            warn.accept("What lands can't be registered in the Iceberg table yet, which is tried again: "
                    + e.getMessage());
        }
        RunningTable running = new RunningTable(table);
        ScheduledFuture<?> unused = running.timer.scheduleWithFixedDelay(running::registerQuietly, every.toMillis(),
                every.toMillis(), TimeUnit.MILLISECONDS);
        return running;
    }

    /// Throws nothing: a timer whose task throws runs it no more.
    private void registerQuietly() {
        try {
            register();
        } catch (RuntimeException | Error e) {
            problems = List.of(String.valueOf(e));
        }
    }

    /// Registers all that landed by now.
    ///
    /// @return what could not be, in sentences
    public List<String> register() {
        registering.lock();
        try {
            Registration registration = table.register(Deadline.NONE);
            problems = registration.problems();
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

    /// What the last attempt could not register, in sentences.
    public List<String> problems() {
        return problems;
    }

    /// The table as it is; empty where it can't be read.
    public Optional<TableStatus> status() {
        try {
            return table.status();
        } catch (JobFailedException | UsageException _) {
            return Optional.empty();
        }
    }

    /// The table in its catalog, in words.
    public String place() {
        return table.place();
    }

    /// Waits for a registration that is under way.
    @Override
    public void close() {
        timer.shutdown();
        registering.lock();
        registering.unlock();
    }
}
