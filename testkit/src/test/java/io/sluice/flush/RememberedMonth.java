package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ErrorOutput;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// A stream whose flusher runs every minute for days, in virtual time and in a process of its own whose heap is
/// limited. Batches hold no records, so that nothing is staged but what is remembered of them; a few of each minute
/// come a second time, up to a day late.
///
/// Arguments: days, batches a minute, hours for which they are remembered. Prints a line a day.
final class RememberedMonth {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Directory EMPTY = Directory.of(List.of(), 0);
    private static final int SHARDS = 8;
    private static final int RETRIES = 3;
    private static final int MINUTES_OF_A_DAY = 24 * 60;

    private final int batches;
    private final int hours;
    private Instant now = START;
    private final MemoryObjectStore bucket = new MemoryObjectStore(() -> now);
    private final MemoryIndex index = new MemoryIndex(10_000);
    private final Random random = new Random(1);
    private final PassingObjectStore staging = new PassingObjectStore(bucket) {
        @Override
        public byte[] get(ObjectKey key) {
            byte[] read = super.get(key);
            bytes += read.length;
            requests++;
            return read;
        }

        @Override
        public void put(ObjectKey key, Body body) {
            bytes += body.length();
            requests++;
            super.put(key, body);
        }
    };
    private long bytes;
    private long requests;
    private long bytesMost;
    private long requestsMost;
    private int manifestMost;

    private RememberedMonth(int batches, int hours) {
        this.batches = batches;
        this.hours = hours;
    }

    public static void main(String[] arguments) {
        RememberedMonth month = new RememberedMonth(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        for (int day = 1; day <= Integer.parseInt(arguments[0]); day++) {
            System.out.println(month.day(day));
        }
    }

    private String day(int day) {
        long began = System.nanoTime();
        bytesMost = 0;
        requestsMost = 0;
        manifestMost = 0;
        long bytesBefore = bytes;
        long requestsBefore = requests;
        for (int minute = (day - 1) * MINUTES_OF_A_DAY; minute < day * MINUTES_OF_A_DAY; minute++) {
            run(minute);
        }
        new Sweep(settings(), new Buffer("quakes", staging, index), () -> now).sweep(Deadline.NONE);
        FoldedBatches folded = manifest().folded();
        long stored = bucket.contents().values().stream().mapToLong(each -> each.length).sum();
        System.gc();
        long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() - stored;
        return ("day=%d remembered=%d held=%d objects=%d manifestMost=%d bytes=%d bytesMost=%d requests=%d"
                + " requestsMost=%d heapBeside=%d micros=%d").formatted(day, folded.size(), folded.held(),
                        folded.sealed().size(), manifestMost, (bytes - bytesBefore) / MINUTES_OF_A_DAY, bytesMost,
                        requests - requestsBefore, requestsMost, heap,
                        (System.nanoTime() - began) / 1_000 / MINUTES_OF_A_DAY);
    }

    private void run(int minute) {
        now = START.plus(Duration.ofMinutes(minute + 1L));
        for (long number = (long) minute * batches; number < (minute + 1L) * batches; number++) {
            index.put(entry(number));
        }
        int retries = minute < 5 ? 0 : RETRIES;
        for (int i = 0; i < retries; i++) {
            long oldest = Math.max(0, minute - MINUTES_OF_A_DAY);
            index.put(entry(random.nextLong(oldest * batches, (minute - 1L) * batches)));
        }
        long bytesBefore = bytes;
        long requestsBefore = requests;
        FlushSummary summary = new Flusher(settings(), new Buffer("quakes", staging, index), bucket,
                Workers.sequential(), () -> now)
                .flush("run-" + minute, Planner.Mode.SCHEDULED, Deadline.NONE);
        if (summary.batchesFolded() != batches || !summary.problems().isEmpty() || index.entries() != 0) {
            throw new IllegalStateException("minute " + minute + ": " + summary);
        }
        bytesMost = Math.max(bytesMost, bytes - bytesBefore);
        requestsMost = Math.max(requestsMost, requests - requestsBefore);
        manifestMost = Math.max(manifestMost, bucket.get(index.state().orElseThrow().manifest()).length);
    }

    /// A batch arrives at its own moment of its minute.
    private IndexEntry entry(long number) {
        long arrival = START.plus(Duration.ofMinutes(number / batches)).toEpochMilli()
                + number % batches * 60_000 / batches;
        BatchId batch = new BatchId(mixed(2 * number), mixed(2 * number + 1));
        return new IndexEntry(new EntryKey(new Shard((int) (number % SHARDS)), arrival, batch),
                new SegmentId(batch, 1, 2), 0, 1, new IndexEntry.DirectoryAt.Inline(EMPTY));
    }

    /// SplitMix64's output function: ids are hashes.
    private static long mixed(long number) {
        long one = (number + 1) * 0x9E3779B97F4A7C15L;
        long two = (one ^ (one >>> 30)) * 0xBF58476D1CE4E5B9L;
        long three = (two ^ (two >>> 27)) * 0x94D049BB133111EBL;
        return three ^ (three >>> 31);
    }

    private Manifest manifest() {
        return Manifest.decode(bucket.get(index.state().orElseThrow().manifest()));
    }

    private FlushSettings settings() {
        PlanSettings plan = new PlanSettings(
                new DuePolicy(1 << 20, Duration.ofSeconds(300), Duration.ofSeconds(60)),
                new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC),
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), Optional.empty(), SHARDS, Duration.ofHours(hours), 1_000, 1 << 20);
        return new FlushSettings(plan, 1 << 20, 1 << 20);
    }
}
