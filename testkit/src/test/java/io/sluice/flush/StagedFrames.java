package io.sluice.flush;

import io.sluice.codec.ChunkCoding;
import io.sluice.codec.ChunkCompressor;
import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.StagedChunk;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.SegmentTable;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Chunks of one object as they are staged, in any form, and what they hold.
final class StagedFrames implements ChunkSource {
    final List<ChunkRef> chunks = new ArrayList<>();
    final ByteArrayOutputStream raw = new ByteArrayOutputStream();
    private final Compression compression;
    private final ByteArrayOutputStream segment = new ByteArrayOutputStream();

    StagedFrames(Compression compression) {
        this.compression = compression;
    }

    /// @param wanted the form; Snappy chunks are always ready
    StagedFrames add(byte[] records, ChunkForm wanted) {
        int offset = segment.size();
        ChunkForm form = compression == Compression.SNAPPY || compression == Compression.HADOOP_SNAPPY
                ? ChunkForm.READY
                : wanted;
        try (ChunkCompressor compressor = ChunkCompressor.of(ChunkCoding.of(form, compression))) {
            compressor.append(records);
            int length = compressor.finishTo(segment);
            chunks.add(new ChunkRef(0, offset, length, form, 1, records.length, chunks.size(), 0, chunks.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        raw.writeBytes(records);
        return this;
    }

    DeliveryChunks deliveryChunks(Wrapping wrapping) {
        return deliveryChunks(wrapping, "object");
    }

    DeliveryChunks deliveryChunks(Wrapping wrapping, String key) {
        return DeliveryChunks.of(new Delivery(new ObjectKey(key), Partition.Kind.DATA, compression, chunks, wrapping,
                new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0)));
    }

    @Override
    public SegmentTable segments() {
        return SegmentTable.EMPTY;
    }

    @Override
    public StagedChunk open(ChunkRef chunk) {
        return StagedChunk.check(ChunkCoding.of(chunk.form(), compression),
                segment.toByteArray(), (int) chunk.offset(), chunk.length()).orElseThrow();
    }

    @Override
    public List<DamagedChunk> damaged(List<ChunkRef> of) {
        return List.of();
    }
}
