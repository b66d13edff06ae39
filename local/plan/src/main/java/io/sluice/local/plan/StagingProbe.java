package io.sluice.local.plan;

import io.sluice.app.Pipeline;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.EventReader;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.index.IndexEntry.DirectoryAt;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.IngestSummary;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.batch.EventWriter;
import io.sluice.segment.Chunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Stages a sample's batches as the transform function does, events and all, and forgets them. For one thread.
final class StagingProbe {
    private static final int BATCHES_MAX = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int ROUNDS_MAX = 20;

    private final String stream;
    private final LastEntry index = new LastEntry();
    private final LastSegment segments;
    private final ObjectBytes objects;
    private final Ingest ingest;
    private final EventWriter events;
    private final LongSupplier cpuNanos;

    /// @param cpuNanos the calling thread's time on a processor, so that other work on the machine does not count
    StagingProbe(StreamConfiguration stream, Pipeline functions, LongSupplier cpuNanos) {
        this.stream = stream.stream();
        this.segments = new LastSegment(stream.stream());
        Buffer buffer = new Buffer(stream.stream(), segments, index);
        this.objects = new ObjectBytes(Pipeline.converters(buffer));
        this.ingest = functions.ingest(buffer);
        this.events = new EventWriter(stream.stream());
        this.cpuNanos = cpuNanos;
    }

    /// Goes over the sample again and again, for a second; the fastest round's time is reported.
    ///
    /// @param batchBytes  source bytes of a batch
    /// @param perMegabyte the work a megabyte, where it is known: then one round will do
    Staging measure(Sample sample, double batchBytes, Optional<Duration> perMegabyte) {
        List<Batch> batches = cut(sample, batchBytes);
        long start = cpuNanos.getAsLong();
        Round first = round(batches, entry -> objects.add(entry, segments.segment()));
        if (perMegabyte.isPresent()) {
            return first.staging(objects.size(first.rawBytes), perMegabyte.get());
        }
        long fastest = first.nanos;
        for (int rounds = 1; rounds < ROUNDS_MAX && cpuNanos.getAsLong() - start < PATIENCE.toNanos(); rounds++) {
            fastest = Math.min(fastest, round(batches, _ -> {}).nanos);
        }
        long bytes = batches.stream().mapToLong(Batch::dataBytes).sum();
        return first.staging(objects.size(first.rawBytes), Duration.ofNanos(Math.round(fastest / (bytes / 1e6))));
    }

    /// Batches of nearly that size. The last one is mostly smaller, and left out where there are others.
    private static List<Batch> cut(Sample sample, double batchBytes) {
        List<Batch> batches = new ArrayList<>();
        List<BatchRecord> open = new ArrayList<>();
        long bytes = 0;
        for (BatchRecord record : sample.records()) {
            if (!open.isEmpty() && bytes + record.data().length > batchBytes) {
                batches.add(batch(batches.size(), open, bytes));
                open = new ArrayList<>();
                bytes = 0;
            }
            if (batches.size() == BATCHES_MAX) {
                return batches;
            }
            open.add(record);
            bytes += record.data().length;
        }
        return batches.isEmpty() ? List.of(batch(0, open, bytes)) : batches;
    }

    private static Batch batch(int number, List<BatchRecord> records, long bytes) {
        return new Batch(number, records.getLast().arrival(), records, bytes);
    }

    /// @param staged is given each batch's entry, outside of the time that is measured
    private Round round(List<Batch> batches, Consumer<IndexEntry> staged) {
        Round round = new Round();
        for (Batch batch : batches) {
            byte[] event = events.write(batch, 0);
            segments.forget();
            long start = cpuNanos.getAsLong();
            IngestSummary summary = ingest.accept(EventReader.read(event), Optional.empty());
            round.nanos += cpuNanos.getAsLong() - start;
            round.add(summary, index.entry(), stream);
            staged.accept(index.entry());
        }
        return round;
    }

    /// The sums of one round over the batches.
    private static final class Round {
        private long nanos;
        private int batches;
        private long rawBytes;
        private long chunkBytes;
        private long partitions;
        private long directoryBytes;
        private int itemBytesMax;
        private int tails;

        void add(IngestSummary summary, IndexEntry entry, String stream) {
            batches++;
            rawBytes += summary.rawBytes();
            partitions += summary.partitions();
            itemBytesMax = Math.max(itemBytesMax, entry.itemBytes(stream));
            switch (entry.directory()) {
                case DirectoryAt.Inline(var directory) -> {
                    for (Chunk chunk : directory) {
                        chunkBytes += chunk.length();
                    }
                    directoryBytes += directory.encode().length;
                }
                case DirectoryAt.Tail(long offset, int length) -> {
                    chunkBytes += offset;
                    directoryBytes += length;
                    tails++;
                }
            }
        }

        Staging staging(ObjectSize objects, Duration perMegabyte) {
            return new Staging(batches, rawBytes, chunkBytes, objects, (double) partitions / batches,
                    (double) directoryBytes / batches, itemBytesMax, tails, perMegabyte);
        }
    }
}
