package io.sluice.manifest;

import io.sluice.index.EntryKey;
import io.sluice.segment.SegmentId;
import java.util.List;

/// The plan of a flush run: what it is to commit and, once that is committed, to clean up.
///
/// @param next      the manifest to commit
/// @param changed   false when `next` says nothing that the current manifest does not: there is nothing to commit
/// @param consumed  index entries that `next` holds or held: deleted after the commit
/// @param released  segments that nothing refers to any more: deleted after the commit
/// @param folded    batches folded by this plan
/// @param repeated  batches recognised as folded before and dropped
/// @param moreDue   true when partitions are due that this commit has no room for
public record Plan(Manifest next, boolean changed, List<EntryKey> consumed, List<SegmentId> released, int folded,
        int repeated, boolean moreDue) {
    public Plan {
        consumed = List.copyOf(consumed);
        released = List.copyOf(released);
    }
}
