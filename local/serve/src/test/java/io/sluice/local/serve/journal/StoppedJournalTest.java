package io.sluice.local.serve.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A journal under load whose process or machine stops again and again, at any moment, and whose files are damaged.
/// `-Dserve.stops=N` and `-Dserve.damages=N` say how often (50 each unless told).
final class StoppedJournalTest {
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
    private static final JournalLimits SMALL = new JournalLimits(1 << 18, 4_000, 10_000, Duration.ofMinutes(10));
    private static final int PRODUCERS = 3;
    private static final int CALLS_EACH = 25;

    /// What becomes of one folder: producers with calls that they repeat until they are answered, and somebody who
    /// stages batches, which are recognised when they come again.
    private static final class World {
        private final long seed;
        private final Random random;
        private final Set<String> answered = ConcurrentHashMap.newKeySet();
        private final Map<List<String>, List<String>> landed = new HashMap<>();
        private final List<String> warnings = new ArrayList<>();
        private FaultyFolder folder = new FaultyFolder();
        private int life;

        World(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        /// One process, until it stops or all is answered and staged.
        void live() throws Exception {
            life++;
            try (Journal journal = open(folder); var producers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < PRODUCERS; i++) {
                    int producer = i;
                    producers.execute(() -> produce(journal, producer));
                }
                stage(journal);
            } catch (FaultyFolder.Stopped | IOException e) {
                assertTrue(folder.isStopped(), () -> "life " + life + " of seed " + seed + ": " + e);
            }
        }

        Journal open(FaultyFolder of) throws IOException {
            return Journal.open(of, of, "the journal", SMALL, new UUID(seed, life), () -> NOW, warnings::add);
        }

        private void produce(Journal journal, int producer) {
            for (int i = 0; i < CALLS_EACH; i++) {
                String call = producer + "-" + i;
                List<byte[]> data = records(call).stream().map(text -> text.getBytes(UTF_8)).toList();
                while (!answered.contains(call)) {
                    try {
                        journal.put(CallKey.of(call, new byte[0]), NOW, data.size(), PutReceipt.all(data.size()), data);
                        answered.add(call);
                    } catch (IOException | RuntimeException e) {
                        if (folder.isStopped()) {
                            return;
                        }
                    } catch (JournalFullException e) {
                        Thread.onSpinWait();
                    }
                }
            }
        }

        private void stage(Journal journal) throws IOException {
            Cursor cursor = journal.cursor();
            for (long cut : journal.cutsInDoubt()) {
                stage(journal, cursor, cut);
            }
            while (answered.size() < PRODUCERS * CALLS_EACH || cursor.peek() != null) {
                if (folder.isStopped()) {
                    throw new IOException("stopped");
                }
                if (cursor.peek() != null) {
                    long end = cursor.peek().sequence() + 1 + random.nextInt(8);
                    List<StoredRecord> batch = gather(cursor, end);
                    journal.cut(batch.getLast().sequence() + 1);
                    land(journal, cursor, batch);
                }
            }
        }

        private void stage(Journal journal, Cursor cursor, long end) throws IOException {
            List<StoredRecord> batch = gather(cursor, end);
            if (!batch.isEmpty()) {
                land(journal, cursor, batch);
            }
        }

        private static List<StoredRecord> gather(Cursor cursor, long end) throws IOException {
            List<StoredRecord> batch = new ArrayList<>();
            for (StoredRecord next = cursor.peek(); next != null && next.sequence() < end; next = cursor.peek()) {
                batch.add(next);
                cursor.advance();
            }
            return batch;
        }

        private void land(Journal journal, Cursor cursor, List<StoredRecord> batch) throws IOException {
            landed.put(batch.stream().map(record -> record.epoch() + "-" + record.sequence()).toList(),
                    batch.stream().map(record -> new String(record.data(), UTF_8)).toList());
            journal.staged(batch.getLast().sequence() + 1);
            journal.trim(cursor);
        }

        void requireEachOnce() {
            Map<String, Integer> counts = new HashMap<>();
            landed.values().forEach(batch -> batch.forEach(text -> counts.merge(text, 1, Integer::sum)));
            Map<String, Integer> expected = new HashMap<>();
            IntStream.range(0, PRODUCERS * CALLS_EACH).mapToObj(i -> i / CALLS_EACH + "-" + i % CALLS_EACH)
                    .forEach(call -> records(call).forEach(text -> expected.put(text, 1)));
            assertEquals(expected, counts, () -> "seed " + seed);
        }
    }

    private static List<String> records(String call) {
        var random = new Random(call.hashCode());
        return IntStream.rangeClosed(1, 1 + random.nextInt(3))
                .mapToObj(i -> call + "/" + i + "x".repeat(random.nextInt(700))).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill", "power failure"})
    void whateverStopsItItStartsAgainAndWhatWasAcknowledgedLandsOnce(String how) throws Exception {
        int wanted = Integer.getInteger("serve.stops", 50);
        int stops = 0;
        for (long seed = 0; stops < wanted; seed++) {
            var world = new World(seed);
            for (int i = 0; i < 4; i++) {
                world.folder.stopAt(world.random.nextInt(i == 0 ? 150 : 60), seed);
                world.live();
                stops += world.folder.isStopped() ? 1 : 0;
                world.folder = how.equals("kill")
                        ? world.folder.afterKill()
                        : world.folder.afterPowerFailure(world.random.nextLong());
            }
            world.live();
            world.requireEachOnce();
        }
    }

    @Test
    void whateverIsDamagedIsNamedOrNothingIsLess() throws Exception {
        int wanted = Integer.getInteger("serve.damages", 50);
        for (long seed = 0; seed < wanted; seed++) {
            var world = new World(seed);
            world.folder.stopAt(100 + world.random.nextInt(100), seed);
            world.live();
            FaultyFolder whole = world.folder.afterKill();
            // What an interrupted write left is gone with this start, so that all that is there was acknowledged.
            world.open(whole);
            Set<String> before = held(world.open(whole.afterKill()));
            world.warnings.clear();
            FaultyFolder damaged = whole.afterKill();
            String name = damage(damaged, world.random);
            try {
                Set<String> after = held(world.open(damaged));
                assertTrue(after.equals(before) || !world.warnings.isEmpty(),
                        () -> "seed " + world.seed + ": less after damage to " + name);
            } catch (JournalException e) {
                assertTrue(String.valueOf(e.getMessage()).contains("the journal"), e.getMessage());
            }
        }
    }

    /// Its records that are not staged, its calls, and where it stands.
    private static Set<String> held(Journal journal) throws IOException {
        Set<String> held = new HashSet<>();
        held.add("staged " + journal.staged() + ", next " + journal.next() + ", calls " + journal.callsRemembered()
                + ", cuts " + journal.cutsInDoubt());
        Cursor cursor = journal.cursor();
        for (StoredRecord next = cursor.peek(); next != null; next = cursor.peek()) {
            held.add(next.epoch() + "-" + next.sequence() + "=" + new String(next.data(), UTF_8));
            cursor.advance();
        }
        return held;
    }

    private static String damage(FaultyFolder folder, Random random) throws IOException {
        List<String> names = folder.names().stream().filter(name -> !name.startsWith("torn-")).toList();
        String name = names.get(random.nextInt(names.size()));
        int size = folder.size(name);
        switch (random.nextInt(5)) {
            case 0 -> folder.cut(name, random.nextInt(size));
            case 1 -> folder.flip(name, random.nextInt(size * 8));
            case 2 -> {
                int from = random.nextInt(size);
                folder.zero(name, from, from + 1 + random.nextInt(size - from));
            }
            case 3 -> folder.delete(name);
            default -> folder.take(name, names.get(random.nextInt(names.size())));
        }
        return name;
    }
}
