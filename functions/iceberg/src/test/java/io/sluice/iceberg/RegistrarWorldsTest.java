package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.testkit.requests.Faults;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.util.SnapshotUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Worlds by chance: objects land, are replaced and removed, while registrars are killed, answers are lost, and others
/// take marks away, expire snapshots, roll back, drop the table and append to it. What a run left that ended well is
/// right. A failure names its seed.
@Tag("long")
final class RegistrarWorldsTest {
    private static final List<Faults.Kind> KINDS = List.of(Faults.Kind.values());
    private static final int STEPS = 40;
    /// Seeds of a test, which share one line of the report.
    private static final int BLOCK = 20;

    static IntStream blocks() {
        return IntStream.range(0, Integer.getInteger("iceberg.worlds", 400) / BLOCK);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void areRight(int block) {
        for (int seed = block * BLOCK; seed < (block + 1) * BLOCK; seed++) {
            new Chance(seed).run();
        }
    }

    private static final class Chance {
        private final int seed;
        private final Random random;
        private final World world = new World();
        private final Map<String, DataObject> foreign = new HashMap<>();
        private final List<String> told = new ArrayList<>();
        /// Since the last run. With the snapshots that were rolled back, all that tells of it would expire.
        private boolean rolledBack;
        private int names;

        Chance(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            world.inventory = Optional.of(() -> List.copyOf(world.right.values()).stream());
            world.objectsMax = 1 + random.nextInt(6);
            world.rules = new SnapshotRules(Duration.ofHours(1 + random.nextInt(48)), 2 + random.nextInt(20));
        }

        void run() {
            try {
                for (int step = 0; step < STEPS; step++) {
                    step();
                }
                registerAll();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + told, e);
            }
        }

        private void step() {
            int what = random.nextInt(22);
            told.add(what + "@" + world.buffer.last() + "/" + world.lane.last() + "/" + world.lake.last());
            switch (what) {
                case 0, 1, 2, 3, 4 -> land();
                case 5 -> replace();
                case 6 -> remove();
                case 7, 8, 9 -> registerAll();
                case 10, 11, 12, 13 -> fail();
                case 14 -> world.pass(Duration.ofMinutes(random.nextInt(3_000)));
                case 15 -> sweep();
                case 16 -> ifThere(this::takeMarks);
                case 17 -> ifThere(this::expire);
                case 18 -> ifThere(this::append);
                case 19 -> ifThere(this::rollBack);
                case 20 -> drop();
                default -> forget();
            }
        }

        private void land() {
            MemoryChain chain = random.nextBoolean() ? world.buffer : world.lane;
            world.land(chain, IntStream.range(0, random.nextInt(4)).mapToObj(_ -> "o" + names++)
                    .toArray(String[]::new));
        }

        private void replace() {
            List<DataObject> all = new ArrayList<>(world.right.values());
            if (all.size() > 2) {
                int from = random.nextInt(all.size() - 1);
                world.replace(all.subList(from, from + 1 + random.nextInt(all.size() - from - 1)), "j" + names++);
            }
        }

        private void remove() {
            List<DataObject> all = new ArrayList<>(world.right.values());
            if (!all.isEmpty()) {
                world.remove(all.get(random.nextInt(all.size())));
            }
        }

        private void registerAll() {
            world.register();
            TreeSet<String> right = new TreeSet<>(world.right.keySet());
            right.addAll(foreign.keySet());
            List<String> scanned = world.scanned();
            List<String> missing = new ArrayList<>(right);
            missing.removeAll(scanned);
            List<String> more = new ArrayList<>(scanned);
            right.forEach(more::remove);
            assertEquals("missing [], more []", "missing " + missing + ", more " + more);
            rolledBack = false;
        }

        /// A run that is killed, or loses an answer; sometimes another has a run in the middle of it.
        private void fail() {
            Faults faults = new Faults(() -> {});
            faults.arm(KINDS.get(random.nextInt(KINDS.size())), random.nextInt(40));
            int between = random.nextInt(80);
            int[] requests = {0};
            MortalProcess process = new MortalProcess(faults, () -> {
                if (requests[0]++ == between) {
                    world.register();
                }
            });
            try {
                world.registrar(process).register(Deadline.NONE);
            } catch (Faults.Crash | RuntimeException _) {
                // The next run goes on.
            }
        }

        private void sweep() {
            world.registrar().sweep();
        }

        private void takeMarks() {
            var update = world.table().updateProperties();
            world.table().properties().keySet().stream()
                    .filter(name -> name.startsWith("sluice.landed") && random.nextBoolean()).forEach(update::remove);
            update.commit();
        }

        private void expire() {
            if (rolledBack) {
                return;
            }
            TableOperations operations = ((HasTableOperations) world.table()).operations();
            TableMetadata base = operations.current();
            long current = Optional.ofNullable(base.currentSnapshot()).map(Snapshot::snapshotId).orElse(-1L);
            operations.commit(base, base.removeSnapshotsIf(snapshot -> snapshot.snapshotId() != current));
        }

        private void append() {
            DataObject object = world.object("f" + names++);
            DataFile file = DataFiles.builder(world.table().spec()).withPath("s3://lake/" + object.key())
                    .withFormat("parquet").withFileSizeInBytes(object.bytes()).withRecordCount(2)
                    .withPartition(PartitionValues.of(world.table().spec(), object.values().orElseThrow())).build();
            world.table().newAppend().appendFile(file).commit();
            foreign.put(object.key().value(), object);
        }

        private void rollBack() {
            var table = world.table();
            if (table.currentSnapshot() != null) {
                List<Snapshot> before = new ArrayList<>();
                SnapshotUtil.currentAncestors(table).forEach(before::add);
                table.manageSnapshots().setCurrentSnapshot(before.get(random.nextInt(before.size())).snapshotId())
                        .commit();
                foreign.keySet().retainAll(world.scanned());
                rolledBack = true;
            }
        }

        /// What the jobs did may be forgotten, too: what they said to be gone is.
        private void drop() {
            world.tables.clear();
            world.store.delete(world.lake.forget(world.lake.last() - 2L * random.nextInt(6)));
            foreign.clear();
        }

        /// Entries that are old: those that a registrar is behind are gone as well.
        private void forget() {
            for (MemoryChain chain : List.of(world.buffer, world.lane)) {
                chain.forget(chain.last() - 2L * random.nextInt(6));
            }
        }

        private void ifThere(Runnable act) {
            if (world.tables.containsKey(World.NAME) && !world.table().specs().values().stream()
                    .allMatch(spec -> spec.isUnpartitioned())) {
                act.run();
            }
        }
    }
}
