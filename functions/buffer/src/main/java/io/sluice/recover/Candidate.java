package io.sluice.recover;

import io.sluice.index.IndexEntry;
import io.sluice.manifest.BatchIds;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A manifest that may have been the current one when the table was lost.
///
/// @param modified when it was written, by the store's clock
/// @param listed   batches of the segments that it refers to
/// @param sealed   what its objects of folded batches tell
record Candidate(ObjectKey key, Instant modified, Manifest manifest, Set<BatchId> listed, Sealed sealed) {
    /// A flusher whose clock is ahead of the store's says of batches that they are known which it has not seen: none
    /// that was staged so shortly before its manifest was is taken for known, whatever it says.
    private static final Duration KNOWN_BEFORE_WRITTEN = Duration.ofMinutes(30);

    /// The batches that objects of folded batches tell of.
    ///
    /// @param batches   those that are in any of them
    /// @param undecided slots of which an object cannot be read, and why
    record Sealed(BatchIds batches, Map<Long, String> undecided) {}

    static Candidate of(ObjectKey key, Instant modified, Manifest manifest, Sealed sealed) {
        Set<BatchId> listed = new HashSet<>();
        manifest.segments().ids().forEach(segment -> listed.add(segment.batch()));
        return new Candidate(key, modified, manifest, listed, sealed);
    }

    /// Every batch that was staged before is folded, or was never accepted.
    Instant watermark() {
        Instant said = Instant.ofEpochMilli(manifest.origin().watermark());
        Instant written = modified.minus(KNOWN_BEFORE_WRITTEN);
        return said.isBefore(written) ? said : written;
    }

    /// Tests whether the batch is in it, or was.
    boolean knows(BatchId batch) {
        return listed.contains(batch) || manifest.folded().holds(batch) || sealed.batches.contains(batch);
    }

    /// The reason why nobody can tell whether a batch that it does not know is folded; empty when it is not. Of a
    /// source that numbers its records, its positions tell.
    Optional<String> undecided(IndexEntry entry) {
        return entry.range().isPresent()
                ? Optional.empty()
                : Optional.ofNullable(sealed.undecided.get(FoldedBatches.slot(entry.key())));
    }

    /// Tests whether a staged segment is of a batch that has to be folded yet, if this is the current manifest.
    boolean lacks(SegmentId segment, Instant staged) {
        return !staged.isBefore(watermark()) && !knows(segment.batch());
    }
}
