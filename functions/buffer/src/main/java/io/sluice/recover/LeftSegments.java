package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.manifest.FoldedRanges;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.position.SequenceRange;
import io.sluice.segment.SegmentId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Segments that a recovery could not read, and what becomes of them when it is repeated. The stream has gone on
/// meanwhile, so that the watermark says nothing of them any more: their names do.
final class LeftSegments {
    /// Of a segment that is folded, and whose records have no receipts.
    static final String MAY_COME_TWICE = "its records may come twice: ";
    private static final int READS_MAX = 3;

    private final Buffer buffer;
    private final EntryOfSegment read;
    private final LostReceipts receipts;

    /// @param buffer that holds no entries: what was staged meanwhile is in the manifest
    LeftSegments(Buffer buffer, EntryOfSegment read,
            LostReceipts receipts) {
        this.receipts = receipts;
        this.buffer = buffer;
        this.read = read;
    }

    /// The name in the mark of a segment that was folded as the table was lost: its receipts alone are to be written.
    /// The manifest forgets in time that it was, and the mark must not.
    static ObjectKey ofFolded(SegmentId segment, String stream) {
        return segment.acceptedKey(stream);
    }

    /// Returns the segment that a name in the mark is of.
    static ObjectKey segment(ObjectKey name, String stream) {
        return SegmentId.isAcceptedKey(name) ? SegmentId.parseAccepted(stream, name).key(stream) : name;
    }

    /// Hands on the entries of those that can be read and whose records are staged nowhere else. One that is gone was
    /// given up by who moved it away.
    ///
    /// @return those that are left still, and why
    Map<ObjectKey, String> take(Collection<ObjectKey> names, StagedBucket staged, Choice choice,
            Consumer<IndexEntry> put) {
        Map<ObjectKey, String> left = new TreeMap<>();
        List<SegmentFacts> readable = new ArrayList<>();
        for (ObjectKey name : new TreeSet<>(names)) {
            if (SegmentId.isAcceptedKey(name)) {
                putReceipts(SegmentId.parseAccepted(buffer.name(), name), staged)
                        .ifPresent(why -> left.put(name, why));
                continue;
            }
            SegmentId segment = SegmentId.parse(buffer.name(), name);
            boolean known = choice.knows(segment.batch());
            Optional<ObjectInfo> there = staged.find(segment);
            if (there.isEmpty() || known) {
                continue;
            }
            try {
                SegmentFacts told = choice.decided(read.read(segment, there.get()));
                if (told.names().isEmpty() || staged.isAccepted(segment)) {
                    waitsFor(told.entry()).ifPresentOrElse(why -> left.put(name, why), () -> readable.add(told));
                }
            } catch (MalformedEncodingException e) {
                left.put(name, e.getMessage());
            }
        }
        FoldedRanges folded = choice.chosen().map(each -> each.manifest().positions()).orElse(FoldedRanges.EMPTY);
        TakenRanges taken = new TakenRanges(folded, readable.stream().map(SegmentFacts::entry).toList(), _ -> true);
        taken.undecided().forEach((entry, why) -> left.put(entry.segment().key(buffer.name()), why));
        readable.forEach(told -> taken.taken(told.entry()).ifPresent(entry -> {
            renew(buffer, entry.segment());
            buffer.index().useShards(entry.shardCount());
            if (told.names().isEmpty() || isClaimed(told)) {
                put.accept(entry);
            } else {
                left.put(entry.segment().key(buffer.name()), "it can be read, but some of its records came again and"
                        + " are staged by other segments; move it away to give up the others");
            }
        }));
        return left;
    }

    /// Writes those receipts of a folded segment that are not there; a record that came again meanwhile has another's.
    ///
    /// @return why it cannot be read still
    private Optional<String> putReceipts(SegmentId segment, StagedBucket staged) {
        Optional<ObjectInfo> there = staged.find(segment);
        if (there.isEmpty()) {
            return Optional.empty();
        }
        try {
            SegmentFacts told = read.read(segment, there.get());
            Set<RecordName> known = buffer.index().receipts(told.names()).keySet();
            List<RecordName> lost = told.names().stream().filter(name -> !known.contains(name)).toList();
            if (!lost.isEmpty()) {
                Receipts own = receipts.receipts(told);
                buffer.index().put(new Receipts(own.segment(), lost, own.expires()));
            }
            return Optional.empty();
        } catch (MalformedEncodingException e) {
            return Optional.of(MAY_COME_TWICE + e.getMessage());
        }
    }

    /// Writes its entry with the receipts of its records, and tests whether all its records have its own receipts now.
    private boolean isClaimed(SegmentFacts told) {
        Receipts own = receipts.receipts(told);
        return buffer.index().put(told.entry(), own) == BufferIndex.Claim.CLAIMED
                || buffer.index().receipts(told.names()).values().stream().filter(own.segment()::equals)
                        .count() == told.names().size();
    }

    /// Stages a segment once more as it is, so that it is younger than the watermark: else the next loss of the table,
    /// before its entry is folded, would have it taken for folded. What is not what its key says is left as it is: what
    /// was damaged on its way must not become what is staged.
    static void renew(Buffer buffer, SegmentId segment) {
        ObjectKey key = segment.key(buffer.name());
        for (int read = 0; read < READS_MAX; read++) {
            byte[] bytes = buffer.staging().get(key);
            if (segment.isOf(bytes)) {
                buffer.staging().put(key, Body.of(bytes));
                return;
            }
        }
    }

    /// Returns why a segment has to wait that its source hands over again: which of the source's segments is accepted
    /// is open until its position is past them; empty when it has not to.
    private Optional<String> waitsFor(IndexEntry entry) {
        if (entry.range().isEmpty()) {
            return Optional.empty();
        }
        SequenceRange range = entry.range().get();
        Optional<SequenceNumber> position = buffer.index().position(range.source());
        boolean passed = position.isPresent() && !range.last().isAbove(position.get());
        return passed
                ? Optional.empty()
                : Optional.of("it can be read, but " + range.source() + " stands at "
                        + position.map(SequenceNumber::digits).orElse("its beginning")
                        + ", and hands over again what is up to "
                        + range.last());
    }
}
