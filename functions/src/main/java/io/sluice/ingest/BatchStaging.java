package io.sluice.ingest;

import io.sluice.convert.FormatConversion;
import io.sluice.convert.StagedConversions;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.objects.ObjectStore;
import io.sluice.position.Identity;
import io.sluice.segment.BatchId;
import io.sluice.segment.Segment;
import io.sluice.segment.SegmentBuilder;
import io.sluice.segment.SegmentTail;
import java.util.Optional;

/// Keeps a batch's segment, before its index entry is written: a crash between the two leaves at most a segment that
/// nothing refers to, and a retry puts it again. Safe for concurrent use.
final class BatchStaging {
    private final String stream;
    private final int shardCount;
    private final Optional<FormatConversion> conversion;
    private final ObjectStore staging;
    private final BufferIndex index;
    private volatile boolean settingsKnown;

    BatchStaging(Ingest.IngestSettings settings, ObjectStore staging, BufferIndex index) {
        this.stream = settings.stream();
        this.shardCount = settings.shardCount();
        this.conversion = settings.conversion();
        this.staging = staging;
        this.index = index;
    }

    /// A batch that is ready to be staged.
    ///
    /// @param oldestArrival of all its records, dropped ones included: it is in the entry's key and must not depend on
    ///        the configuration
    /// @param records       records in the chunks
    /// @param dropped       records that are in no chunk on purpose
    /// @param identity      by what its records are known when they come again
    record Batch(BatchId id, long oldestArrival, SegmentBuilder.Chunks chunks, int records, int dropped,
            Identity identity) {}

    /// A batch whose segment is in the staging bucket. It is staged when the entry is written, and not before.
    ///
    /// @param bytes of the segment; 0 when every record was dropped: then there is none
    record Kept(IndexEntry entry, long bytes) {}

    Kept keep(Batch batch) {
        SegmentTail tail = new SegmentTail(batch.id, batch.oldestArrival, batch.records, batch.dropped,
                batch.chunks.directory(), batch.identity);
        Segment segment = Segment.of(batch.chunks.bytes(), tail);
        boolean holdsRecords = tail.directory().size() > 0;
        if (holdsRecords) {
            staging.put(segment.id().key(stream), segment.body());
        }
        makeSettingsKnown();
        return new Kept(IndexEntry.of(segment, tail, Shard.of(batch.id, shardCount), stream),
                holdsRecords ? segment.content().length : 0);
    }

    /// Once for each execution environment, before its first entry: the flusher then looks into every shard that this
    /// configuration uses, even when the next one uses fewer, and converts records as this configuration says, even
    /// when the next one says otherwise.
    private void makeSettingsKnown() {
        if (!settingsKnown) {
            conversion.ifPresent(each -> StagedConversions.keep(stream, each, staging));
            index.useShards(shardCount);
            settingsKnown = true;
        }
    }
}
