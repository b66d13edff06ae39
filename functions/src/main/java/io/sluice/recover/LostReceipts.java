package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.BufferIndex;
import io.sluice.index.Receipts;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// Writes again what was lost with the table of records that are known one by one: a receipt for each that a segment in
/// the staging bucket stages, whether that is folded already or will be. Of records whose segments are swept there is
/// none any more. (ADR 0040)
final class LostReceipts {
    private final String stream;
    private final BufferIndex index;
    private final Workers workers;
    private final Instant expires;

    LostReceipts(String stream, BufferIndex index, Workers workers, Instant expires) {
        this.stream = stream;
        this.index = index;
        this.workers = workers;
        this.expires = expires;
    }

    /// Of segments that are folded, which tell their records when they are read.
    ///
    /// @param unreadable takes the keys of those that cannot be read, and why
    /// @return false when time ran out
    boolean ofFolded(Collection<SegmentId> folded, Function<SegmentId, Told> read, Map<ObjectKey, String> unreadable,
            Deadline deadline) {
        List<SegmentId> all = folded.stream().sorted().toList();
        for (int from = 0; from < all.size(); from += Recovery.ENTRIES_AT_ONCE) {
            if (deadline.leavesLessThan(Recovery.STEP_TIME)) {
                return false;
            }
            workers.map(all.subList(from, Math.min(all.size(), from + Recovery.ENTRIES_AT_ONCE)),
                    segment -> ofFolded(segment, read)).forEach(unreadable::putAll);
        }
        return true;
    }

    private Map<ObjectKey, String> ofFolded(SegmentId segment, Function<SegmentId, Told> read) {
        try {
            put(read.apply(segment));
            return Map.of();
        } catch (MalformedEncodingException e) {
            return Map.of(segment.key(stream), "its records may come twice: " + e.getMessage());
        }
    }

    /// Of segments that are to be folded.
    ///
    /// @return false when time ran out
    boolean ofStaged(List<Told> staged, Deadline deadline) {
        for (int from = 0; from < staged.size(); from += Recovery.ENTRIES_AT_ONCE) {
            if (deadline.leavesLessThan(Recovery.STEP_TIME)) {
                return false;
            }
            workers.map(staged.subList(from, Math.min(staged.size(), from + Recovery.ENTRIES_AT_ONCE)), this::put);
        }
        return true;
    }

    private Told put(Told told) {
        if (!told.names().isEmpty()) {
            index.put(receipts(told));
        }
        return told;
    }

    Receipts receipts(Told told) {
        return new Receipts(told.entry().segment(), told.names(), expires);
    }

    /// Those of segments that are in the staging bucket and that the manifest knows.
    static List<SegmentId> folded(Staged staged, Choice choice) {
        List<SegmentId> folded = new ArrayList<>();
        choice.chosen().ifPresent(chosen -> new TreeMap<>(staged.segments()).forEach((segment, _) -> {
            if (chosen.knows(segment.batch())) {
                folded.add(segment);
            }
        }));
        return folded;
    }
}
