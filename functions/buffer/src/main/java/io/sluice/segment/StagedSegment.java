package io.sluice.segment;

import io.sluice.objects.ObjectKey;
import java.util.Comparator;

/// A segment in its place: receipts are the stream's, and what they name may be in any of its buffers.
///
/// @param buffer the name of its buffer
public record StagedSegment(String buffer, SegmentId id) implements Comparable<StagedSegment> {
    /// The key of the word that its records were accepted, as [SegmentId#acceptedKey].
    public ObjectKey acceptedKey() {
        return id.acceptedKey(buffer);
    }

    @Override
    public int compareTo(StagedSegment other) {
        return Comparator.comparing(StagedSegment::buffer).thenComparing(StagedSegment::id).compare(this, other);
    }
}
