package io.sluice.recover;

import io.sluice.index.IndexEntry;
import io.sluice.position.RecordName;
import java.util.List;

/// The facts that a segment tells of itself.
///
/// @param names of its records, where they are known one by one; else empty
record SegmentFacts(IndexEntry entry, List<RecordName> names) {
    SegmentFacts {
        names = List.copyOf(names);
    }
}
