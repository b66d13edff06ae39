package io.sluice.benchmarks.sustain;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.rounds.CpuClock;
import io.sluice.codec.Compression;
import io.sluice.firehose.EventReader;
import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.ingest.Ingest;
import io.sluice.segment.BatchId;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.StreamSupport;

/// The segments that the real transform function makes of some batches, measured, and staged again and again under
/// other batch ids and arrival times: so a stream of any rate has real segments, and memory holds few.
final class Templates {
    /// More would be memory for nothing.
    private static final int BATCHES_MAX = 40;

    private final int shards;
    private final Clickstream clicks;
    private final int records;
    private final List<Template> all = new ArrayList<>();
    private final long ingestNanos;

    /// @param chunks    the segment up to its directory
    /// @param inline    whether the directory is in the entry
    private record Template(byte[] chunks, List<Chunk> directory, boolean inline) {}

    /// @param recordsPerBatch of each batch
    /// @param warmUp          batches that are made before the measured ones
    Templates(Clickstream clicks, int recordsPerBatch, int warmUp) {
        this.clicks = clicks;
        this.records = recordsPerBatch;
        var configuration = ClickstreamConfiguration.buffer(Compression.GZIP).parsed();
        this.shards = configuration.sluice().indexShards();
        MemoryObjectStore segments = new MemoryObjectStore(() -> Instant.EPOCH);
        MemoryIndex index = new MemoryIndex(1);
        Ingest ingest = new Pipeline(configuration, InstantSource.system())
                .ingest(new Buffer(Clickstream.NAME, segments, index));
        // Enough of them that together they hold every partition, and the last ones not twice as often as the first.
        int count = Math.max(2, Math.min(BATCHES_MAX, Math.ceilDiv(3 * clicks.partitions(), recordsPerBatch)));
        long best = Long.MAX_VALUE;
        for (int i = -warmUp; i < count; i++) {
            byte[] event = Clickstream
                    .event(clicks.batch(Math.max(0, i), (long) Math.max(0, i) * recordsPerBatch, recordsPerBatch));
            long start = CpuClock.nanos();
            ingest.accept(EventReader.read(event), Optional.empty());
            best = Math.min(best, CpuClock.nanos() - start);
        }
        this.ingestNanos = best;
        index.all().stream().sorted(Comparator.comparing(entry -> entry.key().oldestArrival()))
                .forEach(entry -> all.add(template(entry, segments.get(entry.segment().key(Clickstream.NAME)))));
    }

    private static Template template(IndexEntry entry, byte[] segment) {
        return switch (entry.directory()) {
            case IndexEntry.DirectoryAt.Inline(Directory directory) -> template(segment, directory, true);
            case IndexEntry.DirectoryAt.Tail(long offset, int length) -> template(segment, Directory.decode(Arrays
                    .copyOfRange(segment, Math.toIntExact(offset), Math.toIntExact(offset + length))), false);
        };
    }

    private static Template template(byte[] segment, Directory directory, boolean inline) {
        List<Chunk> chunks = StreamSupport.stream(directory.spliterator(), false).toList();
        Chunk last = chunks.getLast();
        return new Template(Arrays.copyOf(segment, Math.toIntExact(last.offset() + last.length())), chunks, inline);
    }

    /// Puts a batch where the transform function would have put it; takes no virtual time.
    ///
    /// @param number  of the batch, from 0 on
    /// @param arrival of its oldest record: freshness is counted from when the batch was accepted, and so is this
    void stage(long number, Instant arrival, Cloud cloud) {
        Template template = all.get((int) (number % all.size()));
        long millis = arrival.toEpochMilli();
        Directory directory = Directory.of(template.directory.stream().map(chunk -> new Chunk(chunk.partition(),
                chunk.offset(), chunk.length(), chunk.form(), chunk.records(), chunk.rawBytes(), millis)).toList(), 0);
        byte[] encoded = directory.encode();
        SplittableRandom random = new SplittableRandom(number);
        BatchId batch = new BatchId(random.nextLong(), random.nextLong());
        SegmentId segment = new SegmentId(batch, random.nextLong(), random.nextLong());
        cloud.staging().put(segment.key(Clickstream.NAME).value(), new Cloud.Staged(template.chunks, encoded));
        cloud.index().useShards(shards);
        cloud.index().put(new IndexEntry(new EntryKey(Shard.of(batch, shards), millis, batch), segment, records, 0,
                template.inline
                        ? new IndexEntry.DirectoryAt.Inline(directory)
                        : new IndexEntry.DirectoryAt.Tail(template.chunks.length, encoded.length)));
    }

    /// The number of different batches; number `n` is the same as number `n % size`.
    int size() {
        return all.size();
    }

    int recordsPerBatch() {
        return records;
    }

    /// Bytes of a batch's records.
    long batchBytes() {
        return (long) records * clicks.recordBytes();
    }

    /// Bytes of a batch's segment.
    long segmentBytes() {
        return all.stream().mapToLong(each -> each.chunks.length).sum() / all.size();
    }

    /// Bytes that an average batch's directory counts for where a commit's are bounded, as `ArrivalReader` counts them.
    double directoryBytes() {
        return all.stream().mapToLong(each -> {
            Directory directory = Directory.of(each.directory, 0);
            return each.inline ? directory.bytes() : 4L * directory.encode().length;
        }).average().orElse(1);
    }

    /// Partitions of a batch.
    int chunks() {
        return all.getFirst().directory.size();
    }

    /// Processor time of the transform function's work on a batch: the fastest of all.
    long ingestNanos() {
        return ingestNanos;
    }
}
