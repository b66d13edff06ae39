package io.sluice.local.iceberg;

import io.sluice.config.IcebergSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.Registration;
import io.sluice.iceberg.StreamTable;
import io.sluice.iceberg.TableStatus;
import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingLog;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/// The Iceberg table of a stream, for commands. Each method opens the catalog anew, so that one that was away does not
/// matter to the next. Safe for concurrent use.
///
/// Every method throws [UsageException] where the folder or the configuration is to be changed, and
/// [JobFailedException] where the catalog, the objects or the log can't be used now.
public final class TableAccess {
    /// The property of a table that names its stream.
    private static final String OWNER = "sluice.owner";

    private final StreamConfiguration stream;
    private final Bucket data;
    private final Supplier<StagedLogs> logs;
    private final LandingCursors cursors;
    private final StreamCatalog catalog;

    private TableAccess(StreamConfiguration stream, Bucket data, Supplier<StagedLogs> logs, LandingCursors cursors,
            StreamCatalog catalog) {
        this.stream = stream;
        this.data = data;
        this.logs = logs;
        this.cursors = cursors;
        this.catalog = catalog;
    }

    /// Of a stream whose objects are in a folder.
    ///
    /// @param data    the bucket of the objects
    /// @param cursors those of the table's registrar; empty: nobody waits for them
    public static TableAccess inFolder(OutFolder out, StreamConfiguration stream, ObjectStore data,
            Optional<LandingCursors> cursors) {
        IcebergSection section = section(stream);
        String root = "file://" + out.resolve(stream.bucket()) + "/";
        return new TableAccess(stream, new Bucket(root, data), () -> StagedLogs.inFolder(out, stream),
                cursors.orElse(UnkeptCursors.INSTANCE), StreamCatalog.inFolder(section, out, stream));
    }

    /// Of a deployed stream.
    ///
    /// @param bucket of the objects, whose URIs begin with `s3://`
    public static TableAccess deployed(StreamConfiguration stream, ObjectStore bucket, StagedLogs logs,
            LandingCursors cursors) {
        return new TableAccess(stream, new Bucket("s3://" + stream.bucket() + "/", bucket), () -> logs, cursors,
                StreamCatalog.deployed(section(stream), stream));
    }

    private static IcebergSection section(StreamConfiguration stream) {
        return stream.sluice().iceberg().orElseThrow(() -> new UsageException("The stream " + stream.stream()
                + " has no Iceberg table: set Sluice.Iceberg in its configuration, as to"
                + " {\"Catalog\": {\"Type\": \"jdbc\"}} for a folder of this machine"));
    }

    /// Registers what landed, as far as there is time.
    public Registration register(Deadline deadline) {
        return with(table -> table.register(deadline));
    }

    /// Registers the objects below a prefix that are not in the table.
    public Registration backfill(String prefix) {
        return with(table -> table.backfill(prefix));
    }

    /// Removes snapshots that are older.
    ///
    /// @return how many
    public int expire(Duration age) {
        return with(table -> table.expire(age));
    }

    /// Deletes what Iceberg wrote and nothing needs any more, if that is due.
    public int sweep() {
        return with(StreamTable::sweep);
    }

    /// The table as it is; empty where nothing was registered yet.
    public Optional<TableStatus> status() {
        requireFound();
        return catalog.has(name()) ? with(StreamTable::status) : Optional.empty();
    }

    /// When the oldest landed that is behind marks of the table.
    ///
    /// @throws io.sluice.objects.StoreException when the log can't be read
    Optional<Instant> waitingSince(Map<String, Long> marks) {
        StagedLogs staged = logs.get();
        return LandingLog.waitingSince(
                staged.buffers().get().stream().map(buffer -> new LandingLog(buffer, staged.bucket())), marks);
    }

    /// The table in its catalog, in words.
    public String place() {
        return name() + " in " + catalog.shown();
    }

    private TableIdentifier name() {
        return catalog.table();
    }

    /// Forgets a table whose metadata is gone, or names files where its folder was before: it is made again of what
    /// landed.
    ///
    /// @return why, in words; empty where there is no such table
    public Optional<String> forgetLost() {
        Optional<String> lost = catalog.lost(data.root());
        lost.ifPresent(_ -> forget());
        return lost;
    }

    /// Forgets a table of this folder's own catalog: the objects that it was made of are gone, and those to come are
    /// others.
    ///
    /// @throws UsageException when it is another stream's
    public void forget() {
        if (catalog.isFolders() && catalog.has(name())) {
            boolean isLost = catalog.lost(data.root()).isPresent();
            onCatalog(opened -> {
                if (!isLost) {
                    requireOwn(opened.loadTable(name()).properties());
                }
                return opened.dropTable(name(), false);
            });
        }
    }

    private void requireOwn(Map<String, String> properties) {
        String owner = properties.getOrDefault(OWNER, "");
        if (!owner.equals(stream.stream())) {
            throw new UsageException("The table " + place() + " is of the stream " + owner + ", and not of "
                    + stream.stream() + ": name another one in Sluice.Iceberg.Table");
        }
    }

    private void requireFound() {
        catalog.lost(data.root()).ifPresent(why -> {
            throw new UsageException(why + ". ./sluice iceberg register makes the table again");
        });
    }

    private <T> T with(Function<StreamTable, T> work) {
        requireFound();
        StagedLogs staged = logs.get();
        return onCatalog(opened -> {
            try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
                return work.apply(new StreamTable(stream, data, staged.bucket(), staged.buffers(), opened, cursors,
                        InstantSource.system(), workers));
            }
        });
    }

    private <T> T onCatalog(Function<Catalog, T> work) {
        try (OpenCatalog opened = new OpenCatalog(catalog.open(data))) {
            return work.apply(opened.catalog);
        } catch (UsageException | JobFailedException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new JobFailedException(TableProblem.of(catalog.shown(), e), e);
        }
    }

    /// A catalog until it is closed.
    private record OpenCatalog(Catalog catalog) implements AutoCloseable {
        @Override
        public void close() {
            if (catalog instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new JobFailedException("The catalog can't be closed: " + e.getMessage(), e);
                }
            }
        }
    }
}
