package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.landing.LakeChange.Reason;
import io.sluice.testkit.requests.Faults;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Worlds of a stream whose logs are written, waited for and swept by the real code, while its table is made of them:
/// registrars are killed, answers are lost, two are at work at once, the catalog is away for days, the stream's table
/// is lost, and others take marks away, expire snapshots and drop the table. Each object is in the table once, under
/// its key values, and none is deleted before. A failure names its seed.
@Tag("long")
final class StreamTableWorldsTest {
    private static final List<Faults.Kind> KINDS = List.of(Faults.Kind.values());
    private static final int STEPS = 40;
    /// Seeds of a test, which share one line of the report.
    private static final int BLOCK = 20;
    private static final int FIRST = Integer.getInteger("iceberg.firstSeed", 0);

    static IntStream blocks() {
        return IntStream.range(0, Integer.getInteger("iceberg.worlds", 400) / BLOCK);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void areRight(int block) {
        for (int seed = FIRST + block * BLOCK; seed < FIRST + (block + 1) * BLOCK; seed++) {
            new Chance(seed, _ -> {}).run();
        }
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("looking at the marks before a commit is tried again",
                        (Consumer<LoggedLake>) lake -> lake.mistake = PlantedCatalog::retryingWithoutALook),
                Arguments.of("marks in snapshots alone",
                        (Consumer<LoggedLake>) lake -> lake.mistake = PlantedCatalog::marksInSnapshotsAlone),
                Arguments.of("partition values as a path has them",
                        (Consumer<LoggedLake>) lake -> lake.readsPathsAsTheyAre()),
                Arguments.of("deleting what was told before the table was asked",
                        (Consumer<LoggedLake>) lake -> lake.waitsForNobody()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aMistakeIsFound(String name, Consumer<LoggedLake> mistake) {
        Optional<Integer> found = IntStream.range(0, 400).boxed().filter(seed -> {
            try {
                new Chance(seed, mistake).run();
                return false;
            } catch (AssertionError _) {
                return true;
            }
        }).findFirst();
        assertTrue(found.isPresent(), name);
        System.out.printf("%s: seed %d%n", name, found.get());
    }

    private static final class Chance {
        private final int seed;
        private final Random random;
        private final LoggedLake lake;
        private final List<String> told = new ArrayList<>();
        /// Others touch the table in every other world.
        private final boolean disturbed;

        Chance(int seed, Consumer<LoggedLake> mistake) {
            this.seed = seed;
            this.random = new Random(seed);
            this.lake = new LoggedLake(random);
            this.disturbed = seed % 2 == 1;
            mistake.accept(lake);
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
            int what = random.nextInt(disturbed ? 30 : 25);
            told.add(String.valueOf(what));
            switch (what) {
                case 0, 1, 2, 3, 4, 5 -> lake.land();
                case 6, 7 -> lake.compact();
                case 8 -> lake.tell();
                case 9, 10 -> lake.removeSources();
                case 11, 12 -> lake.remove(Reason.RETENTION);
                case 13 -> lake.remove(Reason.ERASURE);
                case 14, 15, 16 -> registerAll();
                case 17, 18, 19, 20 -> fail();
                case 21, 22 -> lake.pass(Duration.ofMinutes(random.nextInt(3_000)));
                case 23 -> lake.sweep();
                case 24 -> lake.cursors.lose();
                case 25 -> ifThere(this::takeMarks);
                case 26 -> ifThere(this::expire);
                case 27 -> lake.table().sweep();
                case 28 -> drop();
                default -> ifThere(() -> lake.table().expire(Duration.ofHours(1)));
            }
        }

        /// What is told by then is in the table; where it says that it cannot be, its remedy is taken.
        private void registerAll() {
            lake.tell();
            List<String> problems = register();
            if (problems.stream().anyMatch(problem -> problem.contains("drop the table"))) {
                drop();
                problems = register();
                assertEquals(List.of(), problems.stream().filter(each -> each.contains("drop the table")).toList());
            }
            Map<String, List<String>> files = lake.files();
            Map<String, List<String>> more = new TreeMap<>(files);
            more.entrySet().removeAll(lake.right.entrySet());
            Map<String, List<String>> missing = new TreeMap<>(lake.right);
            missing.entrySet().removeAll(files.entrySet());
            assertEquals("missing {}, more {}", "missing " + missing + ", more " + more, problems::toString);
        }

        private List<String> register() {
            List<String> problems = new ArrayList<>();
            boolean more = true;
            for (int run = 0; more && run < 10; run++) {
                Registration registration = lake.table().register(Deadline.NONE);
                problems.addAll(registration.problems());
                more = registration.more();
            }
            return problems;
        }

        /// A run that is killed, or loses an answer; sometimes another has a run in the middle of it.
        private void fail() {
            Faults faults = new Faults(() -> {});
            faults.arm(KINDS.get(random.nextInt(KINDS.size())), random.nextInt(60));
            int between = random.nextInt(100);
            int[] requests = {0};
            MortalProcess process = new MortalProcess(faults, () -> {
                if (requests[0]++ == between) {
                    lake.table().register(Deadline.NONE);
                }
            });
            try {
                lake.table(process).register(Deadline.NONE);
            } catch (Faults.Crash | RuntimeException _) {
                // The next run goes on.
            }
        }

        private void takeMarks() {
            var update = lake.iceberg().updateProperties();
            lake.iceberg().properties().keySet().stream()
                    .filter(name -> name.startsWith("sluice.landed") && random.nextBoolean()).forEach(update::remove);
            update.commit();
        }

        private void expire() {
            TableOperations operations = ((HasTableOperations) lake.iceberg()).operations();
            TableMetadata base = operations.current();
            long current = Optional.ofNullable(base.currentSnapshot()).map(Snapshot::snapshotId).orElse(-1L);
            operations.commit(base, base.removeSnapshotsIf(snapshot -> snapshot.snapshotId() != current));
        }

        /// What a killed compaction shows and did not tell would be there twice until it does.
        private void drop() {
            lake.tell();
            lake.tables.clear();
        }

        private void ifThere(Runnable act) {
            if (lake.isThere()) {
                act.run();
            }
        }
    }
}
