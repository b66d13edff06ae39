package io.sluice.benchmarks.flush;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.benchmarks.data.RecordSum;
import io.sluice.codec.Compression;
import io.sluice.firehose.EventReader;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.ingest.Ingest;
import io.sluice.objects.Body;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Workers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The segments and entries that the transform function makes of some batches, kept, so that they can be staged for one
/// stream after another without compressing them again.
final class StagedBatches {
    private final MemoryObjectStore segments = new MemoryObjectStore(() -> Instant.EPOCH);
    private final List<IndexEntry> entries;
    private final RecordSum records;

    StagedBatches(Clickstream clicks, int batches, int recordsPerBatch) {
        MemoryIndex index = new MemoryIndex(1);
        Ingest ingest = new Pipeline(ClickstreamConfiguration.buffer(Compression.GZIP).parsed(), InstantSource.system())
                .ingest(new Buffer(Clickstream.NAME, segments, index));
        for (int i = 0; i < batches; i++) {
            byte[] event = Clickstream.event(clicks.batch(i, (long) i * recordsPerBatch, recordsPerBatch));
            ingest.accept(EventReader.read(event), Optional.empty());
        }
        this.entries = index.all();
        this.records = RecordSum.of(clicks, 0, (long) batches * recordsPerBatch);
    }

    RecordSum records() {
        return records;
    }

    /// Stages them all to `buffer`, whose names differ from every other's.
    void stage(Buffer buffer, int shardCount, Workers workers) {
        buffer.index().useShards(shardCount);
        workers.map(entries, entry -> {
            byte[] segment = segments.get(entry.segment().key(Clickstream.NAME));
            buffer.staging().put(entry.segment().key(buffer.name()), Body.of(segment));
            buffer.index().put(entry);
            return segment.length;
        });
    }
}
