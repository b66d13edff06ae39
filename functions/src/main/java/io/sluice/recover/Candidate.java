package io.sluice.recover;

import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// A manifest that may have been the current one when the table was lost.
///
/// @param modified when it was written, by the store's clock
/// @param listed   batches of the segments that it refers to
/// @param besides  what else is known of what was staged, since this one may not have been committed
record Candidate(ObjectKey key, Instant modified, Manifest manifest, Set<BatchId> listed, Memory besides) {
    /// A flusher whose clock is ahead of the store's says of batches that they are known which it has not seen: none that was staged so
    /// shortly before its manifest was is taken for known, whatever it says.
    private static final Duration KNOWN_BEFORE_WRITTEN = Duration.ofMinutes(30);

    /// What manifests know that were committed, or may have been, instead of one that is gone on with. A run that was stalled while its
    /// table was lost saw nothing in the new one: it may say in vain that all that was staged is folded.
    ///
    /// @param watermark the earliest of theirs
    /// @param known     whether one of them knew the batch before its own commit
    record Memory(Instant watermark, Predicate<BatchId> known) {
        static final Memory NOTHING = new Memory(Instant.MAX, _ -> false);

        /// This and what the manifest that a candidate replaces knows.
        Memory and(Candidate base) {
            return with(base.said(), base::knows);
        }

        /// This and what a rival of a candidate took over.
        Memory andRival(Candidate rival) {
            Set<BatchId> own = new HashSet<>();
            rival.manifest.newSegments().forEach(segment -> own.add(segment.batch()));
            return with(rival.said(), batch -> !own.contains(batch) && rival.knows(batch));
        }

        private Memory with(Instant other, Predicate<BatchId> more) {
            return new Memory(other.isBefore(watermark) ? other : watermark, known.or(more));
        }
    }

    Candidate with(Memory more) {
        return new Candidate(key, modified, manifest, listed, more);
    }

    static Candidate of(ObjectKey key, Instant modified, Manifest manifest) {
        Set<BatchId> listed = new HashSet<>();
        manifest.segments().ids().forEach(segment -> listed.add(segment.batch()));
        return new Candidate(key, modified, manifest, listed, Memory.NOTHING);
    }

    /// Every batch that was staged before is folded, or was never accepted.
    Instant watermark() {
        return besides.watermark.isBefore(said()) ? besides.watermark : said();
    }

    private Instant said() {
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
        return !staged.isBefore(watermark()) && !knows(segment.batch()) && !besides.known.test(segment.batch());
    }
}
