package io.sluice.flush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.SourceBatch;
import io.sluice.index.Buffer;
import io.sluice.landing.LandedObject;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// A stream for a month of virtual time: a flush run every quarter of an hour, a sweep a day, a reader of its landings,
/// and objects that are removed when they are a day old. Batches come again up to a day late; requests fail; for hours
/// nobody flushes, or no entry can be deleted. Whatever is drawn is drawn by the seed.
final class MonthWorld {
    static final int DAYS = 28;
    private static final Duration TICK = Duration.ofMinutes(15);
    private static final int TICKS_A_DAY = 96;
    private static final Duration KEPT = Duration.ofDays(1);
    private static final int RECORDS_MAX = 20;
    private static final int AGAIN = 8;
    private static final int FAILURE = 12;

    private final BufferInMemory buffer = new BufferInMemory();
    private final Random random;
    private final int partitions;
    private final int batchesMost;
    private final Deque<Handed> handed = new ArrayDeque<>();
    private final List<SourceBatch> failed = new ArrayList<>();
    private final BitSet delivered = new BitSet();
    private final Set<ObjectKey> removed = new HashSet<>();
    private final Set<ObjectKey> told = new HashSet<>();
    private final CountingObjectStore staging;
    private final CountingObjectStore data;
    private final CountingIndex index;
    private int records;
    private int batches;
    private long cursor;
    /// Requests until one fails; below 0: none does.
    private int failsIn = -1;
    private Instant flushesFrom = Instant.MIN;
    private Instant deletesFrom = Instant.MIN;

    /// What a day took, and what there is at its end.
    ///
    /// @param runMost the most requests of a flush run
    record Day(long flushes, long runMost, long sweep, long segments, long objects, long bytes, long manifest,
            long entries) {
        List<Long> figures() {
            return List.of(flushes, runMost, sweep, segments, objects, bytes, manifest, entries);
        }
    }

    private record Handed(Instant at, SourceBatch batch) {}

    MonthWorld(long seed) {
        this.random = new Random(seed);
        this.partitions = 1 + random.nextInt(6);
        this.batchesMost = 1 + random.nextInt(4);
        this.staging = new CountingObjectStore(buffer.staging, this::failOrNot);
        this.data = new CountingObjectStore(buffer.data, this::failOrNot);
        this.index = new CountingIndex(buffer.index, this::failOrNot);
    }

    private void failOrNot(String request) {
        if (request.equals("delete") && buffer.now.isBefore(deletesFrom)) {
            throw new StoreException(StoreException.Kind.REFUSED, "no entry may be deleted");
        }
        if (failsIn >= 0 && failsIn-- == 0) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "503 at " + request);
        }
    }

    int records() {
        return records;
    }

    List<Day> days() {
        List<Day> days = new ArrayList<>();
        for (int day = 0; day < DAYS; day++) {
            days.add(day(day));
        }
        deletesFrom = Instant.MIN;
        while (!failed.isEmpty()) {
            stageFailed();
        }
        long version = buffer.index.state().orElseThrow().version();
        FlushSummary last = flusher().flush("the last", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(List.of(), last.problems(), () -> "after version " + version);
        read();
        remove(Instant.MAX);
        assertEquals(records, delivered.cardinality(), "every record, once");
        assertEquals(removed, told, "every object is told, once");
        return days;
    }

    private Day day(int day) {
        Flusher flusher = flusher();
        long flushes = 0;
        long runMost = 0;
        for (int tick = 0; tick < TICKS_A_DAY; tick++) {
            buffer.now = buffer.now.plus(TICK);
            arrive();
            if (random.nextInt(5 * TICKS_A_DAY) == 0) {
                flushesFrom = buffer.now.plus(Duration.ofHours(1L + random.nextInt(12)));
            }
            if (random.nextInt(7 * TICKS_A_DAY) == 0) {
                deletesFrom = buffer.now.plus(Duration.ofHours(1L + random.nextInt(6)));
            }
            if (!buffer.now.isBefore(flushesFrom)) {
                long requests = flush(flusher, day + "-" + tick);
                flushes += requests;
                runMost = Math.max(runMost, requests);
            }
            read();
        }
        long sweep = requests(() -> assertFalse(sweep().unreadable() > 0));
        remove(buffer.now.minus(KEPT));
        var staged = buffer.staging.contents();
        return new Day(flushes, runMost, sweep,
                staged.keySet().stream().filter(key -> key.startsWith("segments/")).count(), staged.size(),
                staged.values().stream().mapToLong(each -> each.length).sum(),
                buffer.index.state().map(state -> buffer.staging.get(state.manifest()).length).orElse(0),
                buffer.index.entries());
    }

    private void arrive() {
        stageFailed();
        for (int count = random.nextInt(batchesMost + 1); count > 0; count--) {
            String[] texts = new String[1 + random.nextInt(RECORDS_MAX)];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = "k" + random.nextInt(partitions) + ":" + records++;
            }
            SourceBatch batch = buffer.batch("batch " + batches++, texts);
            handed.add(new Handed(buffer.now, batch));
            stage(batch);
        }
        while (!handed.isEmpty() && handed.getFirst().at.isBefore(buffer.now.minus(KEPT))) {
            handed.removeFirst();
        }
        if (!handed.isEmpty() && random.nextInt(AGAIN) == 0) {
            stage(handed.stream().skip(random.nextInt(handed.size())).findFirst().orElseThrow().batch);
        }
    }

    private void stageFailed() {
        List<SourceBatch> again = List.copyOf(failed);
        failed.clear();
        failsIn = -1;
        again.forEach(this::stage);
    }

    private void stage(SourceBatch batch) {
        failsIn = random.nextInt(FAILURE) == 0 ? random.nextInt(3) : -1;
        try {
            buffer.ingest(staging, index).accept(batch, Optional.empty());
        } catch (StoreException _) {
            failed.add(batch);
        }
        failsIn = -1;
    }

    private long flush(Flusher flusher, String run) {
        return requests(() -> {
            failsIn = random.nextInt(FAILURE) == 0 ? random.nextInt(20) : -1;
            try {
                flusher.flush(run, Planner.Mode.SCHEDULED, Deadline.NONE);
            } catch (StoreException _) {
                // The next run goes on.
            }
            failsIn = -1;
        });
    }

    private long requests(Runnable what) {
        staging.requests.clear();
        data.requests.clear();
        index.requests.clear();
        what.run();
        return (long) staging.requests.size() + data.requests.size() + index.requests.size();
    }

    private Flusher flusher() {
        return new Flusher(BufferInMemory.landingSettings(), new Buffer("quakes", staging, index), data,
                Workers.sequential(), () -> buffer.now);
    }

    private Sweep.Summary sweep() {
        return new Sweep(BufferInMemory.landingSettings(), new Buffer("quakes", staging, index), SweepMark.NONE,
                Sweep.ShareLimits.USUAL, Workers.sequential(), () -> buffer.now, Optional.of(() -> cursor))
                .sweep(Deadline.NONE);
    }

    private void read() {
        new LandingLog("quakes", buffer.staging).stepsOfSameLog(cursor).forEach(step -> {
            switch (step) {
                case LandingLog.Step.Came came -> {
                    for (LandedObject object : came.landing().landed().objects()) {
                        assertTrue(told.add(object.key()), () -> object.key() + " is told twice");
                    }
                    cursor = came.cursor();
                }
                case LandingLog.Step.Missing missing -> throw new AssertionError(missing.toString());
            }
        });
    }

    /// Takes objects away that were written before a time, and looks at what is in them.
    private void remove(Instant before) {
        List<ObjectKey> gone = new ArrayList<>();
        ObjectPage page = buffer.data.list("", "");
        while (!page.objects().isEmpty()) {
            page.objects().stream().filter(object -> object.modified().isBefore(before)).map(ObjectInfo::key)
                    .forEach(gone::add);
            page = buffer.data.list("", page.objects().getLast().key().value());
        }
        for (ObjectKey key : gone) {
            String folder = key.value().substring(0, key.value().indexOf('/'));
            for (String line : BufferInMemory.lines(buffer.data.get(key))) {
                String record = folder.equals("errors") ? wrapped(line) : line;
                assertTrue(folder.equals("errors") || folder.equals("key=" + record.substring(0, record.indexOf(':'))),
                        () -> record + " is in " + key);
                int number = Integer.parseInt(record.substring(record.indexOf(':') + 1));
                assertFalse(delivered.get(number), () -> "record " + number + " is there twice, in " + key);
                delivered.set(number);
            }
        }
        removed.addAll(gone);
        buffer.data.delete(gone);
    }

    /// The record that an error record carries, of a delivery that was given up.
    private static String wrapped(String line) {
        String text = "\"rawData\":\"";
        int from = line.indexOf(text) + text.length();
        return new String(Base64.getDecoder().decode(line.substring(from, line.indexOf('"', from))), UTF_8).strip();
    }
}
