package io.sluice.benchmarks.scale;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.benchmarks.ports.CountedIndex;
import io.sluice.benchmarks.ports.CountedStore;
import io.sluice.benchmarks.ports.FolderStore;
import io.sluice.benchmarks.ports.PortCounts;
import io.sluice.benchmarks.ports.SpoolStore;
import io.sluice.benchmarks.rounds.CpuClock;
import io.sluice.codec.Compression;
import io.sluice.firehose.EventReader;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.manifest.Planner;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// A job, from its first batch to its last object: all batches are staged, then flush runs deliver everything.
final class JobRun implements AutoCloseable {
    private static final Duration INVOCATION = Duration.ofMinutes(15);
    /// As many entries as DynamoDB gives at once: one megabyte of items of one kilobyte.
    private static final int INDEX_PAGE = 1_000;
    private static final int RUNS_MAX = 10_000;
    /// A quarter of what the deployed flusher has on twice the heap.
    private static final int FLUSH_MEMORY_MB = 32;

    private final Job job;
    private final PortCounts counts = new PortCounts();
    private final FolderStore segments;
    private final SpoolStore objects;
    private final Ingest ingest;
    private final Flusher flusher;
    private Instant now = Clickstream.START;
    private long stagedBytes;
    private long commits;

    JobRun(Job job, Path folder) throws IOException {
        this.job = job;
        this.segments = new FolderStore(Files.createDirectories(folder.resolve("segments")));
        this.objects = new SpoolStore(folder.resolve("objects"), 4 * job.partitions());
        InstantSource clock = () -> now;
        Pipeline functions = new Pipeline(
                ClickstreamConfiguration.buffer(Compression.GZIP).with("FlushMemoryInMBs", FLUSH_MEMORY_MB).parsed(),
                clock);
        CountedStore staging = new CountedStore(segments, counts);
        CountedIndex index = new CountedIndex(new MemoryIndex(INDEX_PAGE), Clickstream.NAME, counts);
        Buffer buffer = new Buffer(Clickstream.NAME, staging, index);
        this.ingest = functions.ingest(buffer);
        this.flusher = functions.flusher(buffer, new CountedStore(objects, counts));
    }

    JobResult run() throws IOException {
        long ingestNanos = stage();
        now = now.plus(Duration.ofHours(1));
        long wall = System.nanoTime();
        long processor = JobMain.processorNanos();
        int runs = flush();
        long flushNanos = JobMain.processorNanos() - processor;
        long flushWall = System.nanoTime() - wall;
        long heapPeak = heapPeak();
        check();
        return new JobResult(ingestNanos, flushNanos, flushWall, runs, commits, objects.objects(), stagedBytes,
                objects.bytes(), counts.puts(), counts.gets(), counts.writeUnits(), heapPeak);
    }

    /// The peaks of the heap's pools since this process started, in bytes, added up.
    private static long heapPeak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    }

    /// Gives the processor time of the function's work alone, without making its events.
    private long stage() {
        long nanos = 0;
        Clickstream clicks = job.clicks();
        for (int i = 0; i < job.batches(); i++) {
            byte[] event = Clickstream
                    .event(clicks.batch(i, (long) i * job.recordsPerBatch(), job.recordsPerBatch()));
            long start = CpuClock.nanos();
            stagedBytes += ingest.accept(EventReader.read(event), Optional.empty()).stagedBytes();
            nanos += CpuClock.nanos() - start;
        }
        return nanos;
    }

    /// Gives how many runs it took.
    private int flush() {
        for (int runs = 1; runs <= RUNS_MAX; runs++) {
            Instant end = Instant.now().plus(INVOCATION);
            Deadline deadline = () -> Duration.between(Instant.now(), end);
            FlushSummary summary = flusher.flush("run-" + runs, Planner.Mode.DRAIN, deadline);
            if (!summary.problems().isEmpty()) {
                throw new WrongOutputException("a flush run has problems: " + summary.problems());
            }
            commits = summary.version();
            if (summary.drained()) {
                return runs;
            }
            now = now.plus(Duration.ofMinutes(1));
        }
        throw new WrongOutputException("not everything is delivered after " + RUNS_MAX + " runs");
    }

    private void check() throws IOException {
        RecordSum delivered = new RecordSum();
        objects.visit(delivered::addObject);
        delivered.requireEqual("what was delivered", RecordSum.of(job.clicks(), 0, job.records()));
        if (segments.count() > 1) { // the current manifest stays
            throw new WrongOutputException(segments.count() + " staged objects are left");
        }
    }

    @Override
    public void close() throws IOException {
        objects.close();
    }
}
