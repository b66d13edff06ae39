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
import java.util.TreeMap;
import java.util.function.Function;

/// The entries that segments make of what they say of themselves, and the segments that do not say it.
///
/// @param unreadable their keys, and why
/// @param complete   false when time ran out
record Tails(List<IndexEntry> entries, Map<ObjectKey, String> unreadable, boolean complete) {
    /// @param batches the segments of each batch, in the order in which they are preferred
    static Tails of(String stream, Map<BatchId, List<SegmentId>> batches, Function<SegmentId, IndexEntry> read,
            Workers workers,
            Deadline deadline) {
        List<IndexEntry> entries = new ArrayList<>();
        Map<ObjectKey, String> unreadable = new TreeMap<>();
        List<List<SegmentId>> all = List.copyOf(batches.values());
        for (int from = 0; from < all.size(); from += Recovery.ENTRIES_AT_ONCE) {
            if (deadline.leavesLessThan(Recovery.STEP_TIME)) {
                return new Tails(entries, unreadable, false);
            }
            List<List<SegmentId>> share = all.subList(from, Math.min(all.size(), from + Recovery.ENTRIES_AT_ONCE));
            for (Tails batch : workers.map(share, segments -> ofBatch(stream, segments, read))) {
                entries.addAll(batch.entries);
                unreadable.putAll(batch.unreadable);
            }
        }
        return new Tails(entries, unreadable, true);
    }

    /// Of a batch one segment alone: that which can be read and was staged last. Of a numbered source all: which of
    /// them is taken, what they stage says.
    private static Tails ofBatch(String stream, List<SegmentId> batch, Function<SegmentId, IndexEntry> read) {
        List<IndexEntry> entries = new ArrayList<>();
        Map<ObjectKey, String> unreadable = new TreeMap<>();
        for (SegmentId segment : batch) {
            try {
                IndexEntry entry = read.apply(segment);
                entries.add(entry);
                if (entry.stretch().isEmpty()) {
                    break;
                }
            } catch (MalformedEncodingException e) {
                unreadable.put(segment.key(stream), e.getMessage());
            }
        }
        return new Tails(entries, unreadable, true);
    }
}
