package io.sluice.iceberg;

import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.apache.iceberg.TableOperations;

/// Adds what landed to the table, each object once. The table itself says how far it is, and a commit is made of the
/// very base whose marks were read; so it does not matter where a run is killed, how often it is repeated, nor who else
/// commits. Safe for concurrent use, and beside other registrars.
///
/// Every method throws [StoreException], and what the catalog throws, where one of them cannot be reached; the next run
/// goes on.
public final class Registrar {
    /// Objects of a commit, or about so many of each chain: their statistics are in memory.
    private static final int OBJECTS_MAX = 5_000;
    /// Time that a commit may take.
    private static final Duration COMMIT_TIME = Duration.ofSeconds(20);

    private final RegisteredTable table;
    private final Bucket bucket;
    private final List<Chain> chains;
    private final Optional<Inventory> inventory;
    private final SnapshotRules rules;
    private final InstantSource clock;
    private final ExecutorService workers;
    private final int objectsMax;

    /// @param bucket    of the data and of the table's metadata
    /// @param chains    those that say what is replaced and removed first: what they wait for is then read behind them
    /// @param inventory asked where entries are missing; empty: they are a problem that somebody has to solve
    /// @param workers   read footers and manifests
    public Registrar(RegisteredTable table, Bucket bucket, List<Chain> chains, Optional<Inventory> inventory,
            SnapshotRules rules, InstantSource clock, ExecutorService workers) {
        this(table, bucket, chains, inventory, rules, clock, workers, OBJECTS_MAX);
    }

    Registrar(RegisteredTable table, Bucket bucket, List<Chain> chains, Optional<Inventory> inventory,
            SnapshotRules rules, InstantSource clock, ExecutorService workers, int objectsMax) {
        this.table = table;
        this.bucket = bucket;
        this.chains = List.copyOf(chains);
        this.inventory = inventory;
        this.rules = rules;
        this.clock = clock;
        this.workers = workers;
        this.objectsMax = objectsMax;
    }

    /// Registers what came since the last run, as far as there is time; a run that finds nothing writes nothing.
    ///
    /// @throws UnusableTableException when the table is another's, or cannot have the configuration's columns
    public Registration register(Deadline deadline) {
        RegistrarRun run = run();
        boolean more = true;
        while (more && !deadline.leavesLessThan(COMMIT_TIME)) {
            more = run.step(objectsMax);
            List<Entries.Gap> gaps = run.openGaps();
            if (!gaps.isEmpty()) {
                fill(run, gaps);
                more = true;
            }
        }
        return run.registration(more);
    }

    /// Adds objects that landed before there were landings, or whose landings are gone: those that are in the table
    /// already are found by their paths.
    ///
    /// @throws UnusableTableException as [#register]
    public Registration backfill(Stream<DataObject> objects) {
        RegistrarRun run = run();
        backfill(run, objects);
        return run.registration(false);
    }

    /// Deletes manifests and other files of Iceberg's that no snapshot needs any more, a day after that was found. Data
    /// files are none of them.
    ///
    /// @return how many were deleted
    public int sweep() {
        return new MetadataSweep(bucket, clock).run(table.open());
    }

    /// Removes the snapshots that the rules keep no more; their files go with a later sweep.
    ///
    /// @return how many
    /// @throws UnusableTableException as [#register]
    public int expire() {
        return run().expire();
    }

    private RegistrarRun run() {
        TableOperations operations = table.open();
        return new RegistrarRun(table, operations, chains, inventory, new FileReading(bucket, workers), bucket, rules,
                clock,
                workers);
    }

    private void fill(RegistrarRun run, List<Entries.Gap> gaps) {
        inventory.ifPresent(there -> {
            try (Stream<DataObject> objects = there.objects()) {
                backfill(run, objects);
            }
        });
        run.fill(gaps, inventory.isPresent());
    }

    private void backfill(RegistrarRun run, Stream<DataObject> objects) {
        objects.gather(Gatherers.windowFixed(objectsMax)).forEach(run::backfill);
    }
}
