package io.sluice.recover;

import io.sluice.index.IndexEntry;
import io.sluice.position.RecordName;
import java.util.List;

/// What a segment tells of itself.
///
/// @param names of its records, where they are known one by one; else empty
record Told(IndexEntry entry, List<RecordName> names) {
    Told {
        names = List.copyOf(names);
    }
}
