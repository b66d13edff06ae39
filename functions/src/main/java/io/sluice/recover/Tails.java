package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.IndexEntry;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// What segments say of themselves, and the segments that do not say it.
///
/// @param told       by those that may be gone on with: of records that are known one by one, those that were accepted
///
/// @param unreadable their keys, and why
/// @param complete   false when time ran out
record Tails(List<Told> told, Map<ObjectKey, String> unreadable, boolean complete) {
    /// @param accepted segments whose records were answered for, where they are known one by one
    /// @param batches the segments of each batch, in the order in which they are preferred
    static Tails of(String stream, Map<BatchId, List<SegmentId>> batches, Set<SegmentId> accepted,
            Function<SegmentId, Told> read, Workers workers, Deadline deadline) {
        List<Told> told = new ArrayList<>();
        Map<ObjectKey, String> unreadable = new TreeMap<>();
        List<List<SegmentId>> all = List.copyOf(batches.values());
        for (int from = 0; from < all.size(); from += Recovery.ENTRIES_AT_ONCE) {
            if (deadline.leavesLessThan(Recovery.STEP_TIME)) {
                return new Tails(told, unreadable, false);
            }
            List<List<SegmentId>> share = all.subList(from, Math.min(all.size(), from + Recovery.ENTRIES_AT_ONCE));
            for (Tails batch : workers.map(share, segments -> ofBatch(stream, segments, accepted, read))) {
                told.addAll(batch.told);
                unreadable.putAll(batch.unreadable);
            }
        }
        return new Tails(told, unreadable, true);
    }

    /// Of a batch one segment alone: that which can be read and was staged last. Of a numbered source all: which of
    /// them is taken, what they stage says. Where records are known one by one, that which was accepted.
    private static Tails ofBatch(String stream, List<SegmentId> batch, Set<SegmentId> accepted,
            Function<SegmentId, Told> read) {
        List<Told> told = new ArrayList<>();
        Map<ObjectKey, String> unreadable = new TreeMap<>();
        for (SegmentId segment : batch) {
            try {
                Told each = read.apply(segment);
                boolean byRecord = !each.names().isEmpty();
                if (!byRecord || accepted.contains(segment)) {
                    told.add(each);
                }
                if (!byRecord && each.entry().stretch().isEmpty()) {
                    break;
                }
            } catch (MalformedEncodingException e) {
                unreadable.put(segment.key(stream), e.getMessage());
            }
        }
        return new Tails(told, unreadable, true);
    }

    List<IndexEntry> entries() {
        return told.stream().map(Told::entry).toList();
    }
}
