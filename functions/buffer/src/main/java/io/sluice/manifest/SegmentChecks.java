package io.sluice.manifest;

import static io.sluice.manifest.ManifestInvariants.require;

import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Checks of the segments that two manifests in a row list.
final class SegmentChecks {
    private SegmentChecks() {}

    static void check(Manifest current, Manifest next) {
        Set<BatchId> batches = new HashSet<>();
        for (Map.Entry<Long, SegmentId> listed : next.segments().byNumber().entrySet()) {
            SegmentId segment = listed.getValue();
            require(batches.add(segment.batch()), "batch-folded-once",
                    "batch " + segment.batch() + " is pending or open in two segments");
            if (current.segments().lists(listed.getKey())) {
                SegmentId before = current.segments().id(listed.getKey());
                require(before.equals(segment), "segment-number-fixed",
                        "segment number " + listed.getKey() + " was " + before + " and is " + segment);
            } else {
                checkNew(listed.getKey(), segment, current, next);
            }
        }
    }

    private static void checkNew(long number, SegmentId segment, Manifest current, Manifest next) {
        require(number >= current.segments().nextNumber(), "segment-number-fixed",
                "segment number " + number + " was given before and is given to " + segment);
        require(!current.folded().holds(segment.batch()), "batch-folded-once",
                "batch " + segment.batch() + " was folded before and is folded again");
        boolean sealed = !current.folded().sealed().containsAll(next.folded().sealed());
        require(next.folded().holds(segment.batch()) || sealed, "folded-remembered",
                "batch " + segment.batch() + " is folded and not remembered");
    }
}
