package io.sluice.recover;

import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// A manifest that may have been the current one when the table was lost.
///
/// @param modified when it was written, by the store's clock
/// @param listed   batches of the segments that it refers to
record Candidate(ObjectKey key, Instant modified, Manifest manifest, Set<BatchId> listed) {
    /// A flusher whose clock is ahead of the store's says of batches that they are known which it has not seen: none
    /// that was staged so shortly before its manifest was is taken for known, whatever it says.
    private static final Duration KNOWN_BEFORE_WRITTEN = Duration.ofMinutes(30);

    static Candidate of(ObjectKey key, Instant modified, Manifest manifest) {
        Set<BatchId> listed = new HashSet<>();
        manifest.segments().ids().forEach(segment -> listed.add(segment.batch()));
        return new Candidate(key, modified, manifest, listed);
    }

    /// Every batch that was staged before is folded, or was never accepted.
    Instant watermark() {
        Instant said = Instant.ofEpochMilli(manifest.origin().watermark());
        Instant written = modified.minus(KNOWN_BEFORE_WRITTEN);
        return said.isBefore(written) ? said : written;
    }

    /// Whether the batch is in it, or was.
    boolean knows(BatchId batch) {
        return listed.contains(batch) || manifest.folded().contains(batch);
    }

    /// Whether a staged segment is of a batch that has to be folded yet, if this is the current manifest.
    boolean lacks(SegmentId segment, Instant staged) {
        return !staged.isBefore(watermark()) && !knows(segment.batch());
    }
}
