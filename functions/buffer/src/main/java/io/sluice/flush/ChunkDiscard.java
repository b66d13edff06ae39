package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.segment.SegmentId;
import io.sluice.work.Workers;
import java.util.Arrays;
import java.util.List;

/// Gives up one damaged chunk on an operator's word: what is left of its bytes is kept, and from the next run on its
/// delivery is made without it. Nothing else changes: no commit, no delete, and a chunk that turns out to be whole is
/// delivered after all. Safe beside any number of runs.
public final class ChunkDiscard {
    private final Buffer buffer;
    private final ManifestLog log;
    private final DiscardedChunks discards;
    private final Workers workers = Workers.sequential();

    public ChunkDiscard(Buffer buffer) {
        this.buffer = buffer;
        this.log = new ManifestLog(buffer);
        this.discards = new DiscardedChunks(buffer);
    }

    /// A chunk as a flush run's problem names it.
    ///
    /// @param segment the segment's key
    /// @param offset  the chunk's first byte in it
    public record Request(String segment, long offset) {}

    /// The chunk that was given up.
    ///
    /// @param object  key of the object that will lack the records
    /// @param records how many those are
    /// @param kept    key in the staging bucket under which the chunk's bytes are kept
    /// @param bytes   how many of them there are
    public record Summary(String segment, long offset, String object, long records, String kept, long bytes) {}

    /// Repeating it changes nothing.
    ///
    /// @throws IllegalArgumentException when no open delivery has such a chunk, or the chunk is not damaged
    /// @throws StoreException           when something could not be read or kept; then nothing is given up
    public Summary discard(Request request) {
        Manifest manifest = log.load().manifest();
        for (Delivery delivery : manifest.deliveries()) {
            for (ChunkRef chunk : delivery.chunks()) {
                SegmentId segment = manifest.segments().id(chunk.segment());
                if (chunk.offset() == request.offset() && chunk.length() > 0
                        && segment.key(buffer.name()).value().equals(request.segment())) {
                    return discard(delivery, chunk, manifest.segments());
                }
            }
        }
        throw new IllegalArgumentException("no open delivery of stream " + buffer.name() + " has a chunk at offset "
                + request.offset() + " of " + request.segment()
                + "; copy both from the problem of a flush run, which names chunks that are damaged");
    }

    private Summary discard(Delivery delivery, ChunkRef chunk, SegmentTable segments) {
        SegmentId segment = segments.id(chunk.segment());
        requireDamaged(delivery, chunk, segments);
        byte[] left = left(segment, chunk);
        ObjectKey kept = discards.key(segment, chunk.offset());
        buffer.staging().create(kept, Body.of(left), ObjectAttributes.NONE);
        return new Summary(segment.key(buffer.name()).value(), chunk.offset(), delivery.key().value(), chunk.records(),
                kept.value(), left.length);
    }

    private void requireDamaged(Delivery delivery, ChunkRef chunk, SegmentTable segments) {
        StagedBytes read = StagedBytes.fetch(StagedRanges.ofChunks(List.of(chunk).stream()), segments,
                new SegmentReader(buffer), workers);
        try {
            new ReadAheadSource(read, delivery.format().staged()).raw(chunk);
        } catch (DamagedChunkException e) {
            return;
        }
        throw new IllegalArgumentException("the chunk at offset " + chunk.offset() + " of "
                + segments.id(chunk.segment()).key(buffer.name())
                + " is not damaged: there is nothing to discard, and the next flush run delivers it");
    }

    /// As much of the chunk as is there.
    private byte[] left(SegmentId segment, ChunkRef chunk) {
        try {
            return buffer.staging().get(segment.key(buffer.name()), new ByteRange(chunk.offset(), chunk.length()));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
        }
        try {
            byte[] all = buffer.staging().get(segment.key(buffer.name()));
            int from = Math.toIntExact(Math.min(chunk.offset(), all.length));
            return Arrays.copyOfRange(all, from, Math.min(from + chunk.length(), all.length));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return new byte[0];
        }
    }
}
