package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.time.Instant;
import java.util.Optional;

/// The manifest that is taken for the current one, and why.
///
/// @param chosen empty when nothing was ever committed
record Choice(Optional<Candidate> chosen, Why why) {
    /// Tests whether a segment is of a batch that has to be folded yet.
    boolean lacks(SegmentId segment, Instant staged) {
        return chosen.map(each -> each.lacks(segment, staged)).orElse(true);
    }

    boolean knows(BatchId batch) {
        return chosen.map(each -> each.knows(batch)).orElse(false);
    }

    /// Returns the facts that a segment of a batch which is not known tells.
    ///
    /// @throws MalformedEncodingException when nobody can tell whether the batch is folded
    SegmentFacts decided(SegmentFacts told) {
        Optional<String> undecided = chosen.flatMap(each -> each.undecided(told.entry()));
        if (undecided.isPresent()) {
            throw new MalformedEncodingException("it may be delivered: " + undecided.get());
        }
        return told;
    }

    /// The reason why a manifest is taken.
    enum Why {
        // @formatter:off
        NOTHING_WAS_COMMITTED("nothing was ever committed"),
        NAMED_BY_THE_STATE("the state item names it: an earlier recovery wrote it"),
        ITS_BASE_IS_GONE("it is the only one of the highest version, and the one that it replaces was deleted"),
        THE_ONLY_ONE("it is the only one of the highest version"),
        ITS_LANDING_IS_THERE("of several of the highest version, what landed was said of this one"),
        ITS_OBJECTS_ARE_THERE("of several of the highest version only this one's objects were written"),
        NOBODY_WROTE("none of several of the highest version had an object written, and this one lacks nothing");
        // @formatter:on

        private final String text;

        Why(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }
}
