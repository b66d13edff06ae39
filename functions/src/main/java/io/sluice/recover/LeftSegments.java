package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.manifest.FoldedStretches;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.position.SequenceNumber;
import io.sluice.position.Stretch;
import io.sluice.segment.SegmentId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/// Segments that a recovery could not read, and what becomes of them when it is repeated. The stream has gone on
/// meanwhile, so that the watermark says nothing of them any more: their names do.
final class LeftSegments {
    private static final int READS_MAX = 3;

    private final String stream;
    private final ObjectStore staging;
    private final BufferIndex index;
    private final Function<SegmentId, Told> read;
    private final LostReceipts receipts;

    /// @param index that holds no entries: what was staged meanwhile is in the manifest
    LeftSegments(String stream, ObjectStore staging, BufferIndex index, Function<SegmentId, Told> read,
            LostReceipts receipts) {
        this.receipts = receipts;
        this.stream = stream;
        this.staging = staging;
        this.index = index;
        this.read = read;
    }

    /// Hands on the entries of those that can be read and whose records are staged nowhere else. One that is gone was
    /// given up by who moved it away.
    ///
    /// @return those that are left still, and why
    Map<ObjectKey, String> take(Collection<ObjectKey> names, Staged staged, Choice choice, Consumer<IndexEntry> put) {
        Map<ObjectKey, String> left = new TreeMap<>();
        List<Told> readable = new ArrayList<>();
        for (ObjectKey name : new TreeSet<>(names)) {
            SegmentId segment = SegmentId.parse(stream, name);
            boolean known = choice.chosen().map(each -> each.knows(segment.batch())).orElse(false);
            if (!staged.segments().containsKey(segment) || known) {
                continue;
            }
            try {
                Told told = read.apply(segment);
                if (told.names().isEmpty() || staged.accepted().contains(segment)) {
                    waitsFor(told.entry()).ifPresentOrElse(why -> left.put(name, why), () -> readable.add(told));
                }
            } catch (MalformedEncodingException e) {
                left.put(name, e.getMessage());
            }
        }
        FoldedStretches folded = choice.chosen().map(each -> each.manifest().positions()).orElse(FoldedStretches.EMPTY);
        TakenStretches taken = new TakenStretches(folded, readable.stream().map(Told::entry).toList());
        readable.stream().filter(told -> taken.takes(told.entry())).forEach(told -> {
            renew(told.entry().segment());
            if (told.names().isEmpty() || isClaimed(told)) {
                put.accept(told.entry());
            } else {
                left.put(told.entry().segment().key(stream), "it can be read, but some of its records came again and"
                        + " are staged by other segments; move it away to give up the others");
            }
        });
        return left;
    }

    /// Whether all its records have its own receipts now.
    private boolean isClaimed(Told told) {
        return index.put(told.entry(), receipts.receipts(told)) == BufferIndex.Claim.CLAIMED
                || index.receipts(told.names()).values().stream().filter(told.entry().segment()::equals)
                        .count() == told.names().size();
    }

    /// Stages a segment once more as it is, so that it is younger than the watermark: else the next loss of the table,
    /// before its entry is folded, would have it taken for folded. What is not what its key says is left as it is: what
    /// was damaged on its way must not become what is staged.
    private void renew(SegmentId segment) {
        ObjectKey key = segment.key(stream);
        for (int read = 0; read < READS_MAX; read++) {
            byte[] bytes = staging.get(key);
            if (segment.isOf(bytes)) {
                staging.put(key, Body.of(bytes));
                return;
            }
        }
    }

    /// What a source hands over again is not taken out of a segment besides: which of its segments is accepted, is open
    /// until its position is past them.
    private Optional<String> waitsFor(IndexEntry entry) {
        if (entry.stretch().isEmpty()) {
            return Optional.empty();
        }
        Stretch stretch = entry.stretch().get();
        Optional<SequenceNumber> position = index.position(stretch.source());
        boolean passed = position.isPresent() && !stretch.last().isAbove(position.get());
        return passed
                ? Optional.empty()
                : Optional.of("it can be read, but " + stretch.source() + " stands at "
                        + position.map(SequenceNumber::digits).orElse("its beginning")
                        + ", and hands over again what is up to "
                        + stretch.last());
    }
}
