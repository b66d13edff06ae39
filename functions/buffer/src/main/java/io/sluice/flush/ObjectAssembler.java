package io.sluice.flush;

import io.sluice.convert.UnusableConversionException;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.StoreException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes one delivery's object of its chunks and has it written, if every chunk is what was staged. A damaged one keeps
/// its delivery open, and no other, until it is whole again or an operator discards it. Safe for concurrent use.
///
/// @param stream the stream's name
record ObjectAssembler(String stream, DeliveryWriter writer, BodyMaker bodies, ConvertedObjects conversions,
        DiscardedChunks discards) {
    DeliveryWriter.Attempt write(Delivery delivery, SegmentTable segments, ChunkSource chunks) {
        String fingerprint = Fingerprint.of(delivery, segments);
        try {
            Set<ChunkRef> discarded = new HashSet<>();
            List<DamagedChunk> damaged = chunks.damaged(delivery.chunks());
            while (damaged.isEmpty() || damaged.stream().allMatch(discards::contains)) {
                damaged.forEach(each -> discarded.add(each.chunk()));
                try {
                    DeliveryWriter.Attempt attempt = attempt(DeliveryChunks.of(delivery).without(discarded), chunks,
                            fingerprint);
                    return writer.metRejectsOfAPart(attempt, fingerprint)
                            ? attempt(withoutGivenUp(delivery, segments), chunks, fingerprint)
                            : attempt;
                } catch (DamagedChunkException e) {
                    damaged = List.of(e.damaged());
                }
            }
            return damaged(delivery, damaged, fingerprint);
        } catch (StoreException e) {
            return unreadable(delivery, segments, e);
        }
    }

    /// Returns the chunks that such rejects go with: all chunks but those that a word was given on, also where
    /// they are whole again by now.
    private DeliveryChunks withoutGivenUp(Delivery delivery, SegmentTable segments) {
        return DeliveryChunks.of(delivery).without(delivery.chunks().stream()
                .filter(chunk -> discards.contains(segments.id(chunk.segment()), chunk)).collect(Collectors.toSet()));
    }

    /// @throws DamagedChunkException when a chunk turns out to be damaged as the object is made; the object is then not
    ///     published
    private DeliveryWriter.Attempt attempt(DeliveryChunks deliveryChunks, ChunkSource chunks, String fingerprint) {
        Delivery delivery = deliveryChunks.delivery();
        try {
            DeliveryWriter.Attempt attempt = delivery.rejects().isPresent()
                    ? conversions.make(deliveryChunks, chunks, fingerprint,
                            converted -> writer.write(deliveryChunks, converted, fingerprint))
                    : join(deliveryChunks, chunks, fingerprint);
            Optional<DamagedChunk> met = chunks.met().filter(each -> deliveryChunks.chunks().contains(each.chunk()));
            if (attempt.outcome() != DeliveryOutcome.WRITTEN && met.isPresent()) {
                throw new DamagedChunkException(met.get());
            }
            return attempt;
        } catch (UncheckedIOException e) {
            return DeliveryWriter.Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN,
                    e.getMessage() + ": " + e.getCause());
        } catch (UnusableConversionException e) {
            return DeliveryWriter.Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN, e.getMessage());
        }
    }

    private DeliveryWriter.Attempt join(DeliveryChunks deliveryChunks, ChunkSource chunks, String fingerprint) {
        try (BodyMaker.ObjectBody body = bodies.make(deliveryChunks, chunks)) {
            return writer.write(deliveryChunks, body, fingerprint);
        }
    }

    private DeliveryWriter.Attempt damaged(Delivery delivery, List<DamagedChunk> damaged, String fingerprint) {
        String chunks = damaged.stream().map(each -> each.describe(stream)).collect(Collectors.joining("; "));
        DeliveryWriter.Attempt attempt = writer.verify(delivery, fingerprint, DeliveryOutcome.UNCERTAIN,
                "damaged staged bytes: " + chunks);
        return attempt.outcome() == DeliveryOutcome.WRITTEN ? attempt : attempt.because(damaged);
    }

    /// Staged bytes can be gone because another run delivered them while this one was stalled.
    DeliveryWriter.Attempt unreadable(Delivery delivery, SegmentTable segments, StoreException e) {
        return writer.verify(delivery, Fingerprint.of(delivery, segments), DeliveryOutcome.UNCERTAIN,
                "staged bytes: " + e.getMessage());
    }
}
