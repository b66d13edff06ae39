package io.sluice.ingest;

import io.sluice.convert.FormatConversion;
import io.sluice.convert.StagedConversions;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.position.Identity;
import io.sluice.segment.BatchId;
import io.sluice.segment.Segment;
import io.sluice.segment.SegmentBuilder;
import io.sluice.segment.SegmentTail;
import java.util.Optional;

/// Keeps a batch's segment, before its index entry is written: a crash between the two leaves at most a segment that
/// nothing refers to, and a retry puts it again. Safe for concurrent use.
final class BatchStaging {
    private final Buffer buffer;
    private final int shardCount;
    private final Optional<FormatConversion> conversion;
    /// Whether a batch is staged whose segment says how many shards there are: what is told the table alone may be lost
    /// with it.
    private volatile boolean settingsKept;
    private volatile boolean settingsTold;

    BatchStaging(Ingest.IngestSettings settings, Buffer buffer) {
        this.buffer = buffer;
        this.shardCount = settings.shardCount();
        this.conversion = settings.conversion();
    }

    /// A batch that is ready to be staged.
    ///
    /// @param oldestArrival of all its records, dropped ones included: it is in the entry's key and must not depend on
    ///        the configuration
    /// @param records       records in the chunks
    /// @param dropped       records that are in no chunk on purpose
    /// @param identity      by what its records are known when they come again
    /// @param span          of attempts at it, the present one
    record Batch(BatchId id, long oldestArrival, SegmentBuilder.Chunks chunks, int records, int dropped,
            Identity identity, long span) {}

    /// A batch whose segment is in the staging bucket. It is staged when the entry is written, and not before.
    ///
    /// @param bytes of the segment; 0 when every record was dropped: then there is none
    record Kept(IndexEntry entry, long bytes) {}

    Kept keep(Batch batch) {
        SegmentTail tail = new SegmentTail(batch.id, batch.oldestArrival, batch.records, batch.dropped,
                batch.chunks.directory(), batch.identity, shardCount, batch.span);
        Segment segment = Segment.of(batch.chunks.bytes(), tail);
        boolean holdsRecords = tail.directory().size() > 0;
        if (holdsRecords) {
            buffer.staging().put(segment.id().key(buffer.name()), segment.body());
        }
        makeSettingsKnown(holdsRecords);
        return new Kept(IndexEntry.of(segment, tail, Shard.of(batch.id, shardCount), buffer.name()),
                holdsRecords ? segment.content().length : 0);
    }

    /// Once for each execution environment, before its first entry: the flusher then looks into every shard that this
    /// configuration uses, even when the next one uses fewer, and converts records as this configuration says, even
    /// when the next one says otherwise. Again until a segment that tells it, too, is staged: the staging bucket must
    /// tell what an environment goes by, if the table is made again of it.
    private void makeSettingsKnown(boolean holdsRecords) {
        if (holdsRecords ? !settingsKept : !settingsTold) {
            conversion.ifPresent(each -> StagedConversions.keep(buffer.name(), each, buffer.staging()));
            buffer.index().useShards(shardCount);
            settingsTold = true;
        }
    }

    /// The buffer that batches are staged to.
    Buffer buffer() {
        return buffer;
    }

    /// To be called when a batch's entry is written.
    void staged(Kept kept) {
        settingsKept |= kept.bytes > 0;
    }
}
