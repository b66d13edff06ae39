package io.sluice.benchmarks.ingest;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.codec.ChunkCoding;
import io.sluice.codec.Compression;
import io.sluice.codec.StagedChunk;
import io.sluice.firehose.EventReader;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.ingest.Ingest;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One event that is staged on ports in memory, again and again: it lands on the same segment and entry each time.
final class StagedEvent {
    private final Clickstream clicks;
    private final Compression compression;
    private final Batch batch;
    private final byte[] event;
    private final MemoryObjectStore store = new MemoryObjectStore(() -> Instant.EPOCH);
    private final MemoryIndex index = new MemoryIndex(1);
    private final Ingest ingest;

    StagedEvent(Clickstream clicks, int records, Compression compression) {
        this.clicks = clicks;
        this.compression = compression;
        this.batch = clicks.batch(0, 0, records);
        this.event = Clickstream.event(batch);
        this.ingest = new Pipeline(ClickstreamConfiguration.buffer(compression).parsed(), InstantSource.system())
                .ingest(new Buffer(Clickstream.NAME, store, index));
    }

    String name() {
        return "ingest, " + compression.wireName() + ", " + clicks.recordBytes() + " B, " + clicks.partitions()
                + " partitions";
    }

    Compression compression() {
        return compression;
    }

    int partitions() {
        return clicks.partitions();
    }

    int records() {
        return batch.records().size();
    }

    void stage() {
        ingest.accept(EventReader.read(event), Optional.empty());
    }

    /// The records with their delimiters, in the event's order.
    byte[] rawBytes() {
        var raw = new ByteArrayOutputStream();
        batch.records().forEach(record -> {
            raw.writeBytes(record.data());
            raw.write('\n');
        });
        return raw.toByteArray();
    }

    long stagedBytes() {
        return segment().length;
    }

    private byte[] segment() {
        return store.contents().values().iterator().next();
    }

    /// Stages the event and reads it back.
    ///
    /// @throws WrongOutputException when a record is not there, or not in its partition
    void check() throws IOException {
        stage();
        WrongOutputException.unlessEqual(name() + ": the number of entries", 1, index.entries());
        WrongOutputException.unlessEqual(name() + ": the number of segments", 1, store.contents().size());
        byte[] segment = segment();
        Map<String, ByteArrayOutputStream> expected = expected();
        Directory directory = directory(index.all().getFirst(), segment);
        WrongOutputException.unlessEqual(name() + ": the number of partitions", expected.size(), directory.size());
        for (Chunk chunk : directory) {
            ChunkCoding coding = ChunkCoding.of(chunk.form(), compression);
            byte[] raw = StagedChunk.check(coding, segment, Math.toIntExact(chunk.offset()),
                    chunk.length()).orElseThrow(() -> new WrongOutputException(name() + ": a damaged chunk")).raw();
            var of = expected.entrySet().stream().filter(each -> chunk.partition().key().contains(each.getKey()))
                    .findFirst().orElseThrow(() -> new WrongOutputException(name() + ": no record has partition "
                            + chunk.partition().key()));
            if (!Arrays.equals(of.getValue().toByteArray(), raw)) {
                throw new WrongOutputException(name() + ": the records of " + of.getKey() + " are not what came in");
            }
        }
    }

    /// The records by their customer's and device's part of the prefix.
    private Map<String, ByteArrayOutputStream> expected() {
        Map<String, ByteArrayOutputStream> expected = new TreeMap<>();
        for (int i = 0; i < batch.records().size(); i++) {
            BatchRecord record = batch.records().get(i);
            var raw = expected.computeIfAbsent(
                    "customer=" + clicks.customer(i) + "/device=" + clicks.device(i) + "/2026/08/09/20/",
                    _ -> new ByteArrayOutputStream());
            raw.writeBytes(record.data());
            raw.write('\n');
        }
        return expected;
    }

    private static Directory directory(IndexEntry entry, byte[] segment) {
        return switch (entry.directory()) {
            case IndexEntry.DirectoryAt.Inline(Directory inline) -> inline;
            case IndexEntry.DirectoryAt.Tail(long offset, int length) -> Directory.decode(Arrays.copyOfRange(segment,
                    Math.toIntExact(offset), Math.toIntExact(offset + length)));
        };
    }
}
