package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.ReleasedSegments;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// Goes through all staged segments in the order of their keys, a page at a time, and writes what the table lost of
/// each batch: its receipts, and its entry where it is not folded. How far it is, is said in the mark, so that a
/// recovery ends over any number of invocations; what it holds at once does not grow with the number of segments, but
/// for those of numbered sources, which are decided on together.
final class SegmentPass {
    /// Of a segment that an earlier invocation found.
    static final String UNREADABLE_THEN = "it could not be read when it was its turn";
    /// Of one whose records may have come again since an earlier recovery.
    private static final String READABLE_NOW = "it can be read now, and its records may have come again: let the"
            + " flusher fold what is staged, and recover again";
    /// Time that a page may take.
    private static final Duration STEP_TIME = Duration.ofSeconds(30);

    private final RecoverySettings settings;
    private final Choice choice;
    private final Set<ObjectKey> left;
    private final Buffer buffer;
    private final RecoveryMark mark;
    private final Workers workers;
    private final EntryOfSegment tails;
    private final LostReceipts receipts;

    private final Map<ObjectKey, String> unreadable = new TreeMap<>();
    private final List<ObjectKey> strangers = new ArrayList<>();
    private final List<IndexEntry> numbered = new ArrayList<>();
    private final Map<SegmentId, Instant> staged = new HashMap<>();
    private int shards;
    private int segments;
    private int entries;
    private long records;

    /// @param left segments that an earlier recovery could not read: they are to be folded whatever the manifest says
    ///     of their time, since a flush run may have gone on from nothing meanwhile
    SegmentPass(RecoverySettings settings, Choice choice, Set<ObjectKey> left, Buffer buffer, RecoveryMark mark,
            Workers workers, LostReceipts receipts) {
        this.left = Set.copyOf(left);
        this.settings = settings;
        this.choice = choice;
        this.buffer = buffer;
        this.mark = mark;
        this.workers = workers;
        this.tails = new EntryOfSegment(buffer, settings.shardCount());
        this.receipts = receipts;
    }

    /// Goes on behind where the mark says that an earlier invocation was.
    ///
    /// @return false when time ran out
    boolean run(RecoveryMark.Standing standing, Deadline deadline) {
        standing.unreadable().forEach(key -> unreadable.put(key, UNREADABLE_THEN));
        String prefix = SegmentId.prefix(buffer.name());
        String after = standing.cursor();
        List<ObjectInfo> waiting = new ArrayList<>();
        boolean more = true;
        while (more) {
            if (deadline.leavesLessThan(STEP_TIME)) {
                return false;
            }
            ObjectPage page = buffer.staging().list(prefix, after);
            waiting.addAll(page.objects());
            more = page.more() && !page.objects().isEmpty();
            after = page.objects().isEmpty() ? after : page.objects().getLast().key().value();
            List<ObjectInfo> whole = List.copyOf(more ? wholeBatches(waiting, prefix) : waiting);
            waiting = new ArrayList<>(waiting.subList(whole.size(), waiting.size()));
            take(whole);
            if (more && !whole.isEmpty() && numbered.isEmpty()) {
                mark.write(RecoveryMark.Standing.begun(unreadable.keySet(), whole.getLast().key().value()));
            }
        }
        return true;
    }

    /// All but the last batch, of which there may be more.
    private static List<ObjectInfo> wholeBatches(List<ObjectInfo> objects, String prefix) {
        String last = batch(objects.getLast(), prefix);
        int size = objects.size();
        while (size > 0 && batch(objects.get(size - 1), prefix).equals(last)) {
            size--;
        }
        return objects.subList(0, size);
    }

    private static String batch(ObjectInfo object, String prefix) {
        String name = object.key().value().substring(prefix.length());
        int dash = name.indexOf('-');
        return dash < 0 ? name : name.substring(0, dash);
    }

    /// A batch's segments, and which of them have the word that they were accepted.
    private record Attempts(Map<SegmentId, ObjectInfo> segments, Set<SegmentId> accepted) {
        Attempts() {
            this(new LinkedHashMap<>(), new HashSet<>());
        }

        /// The one that was staged last comes first, as entries name it.
        List<SegmentId> newestFirst() {
            Comparator<SegmentId> newest = Comparator
                    .comparing((SegmentId each) -> modified(each)).reversed().thenComparing(Comparator.naturalOrder());
            return segments.keySet().stream().sorted(newest).toList();
        }

        private Instant modified(SegmentId segment) {
            ObjectInfo info = segments.get(segment);
            return info == null ? Instant.EPOCH : info.modified();
        }
    }

    /// What came of one batch.
    private record Outcome(List<IndexEntry> written, List<IndexEntry> numbered, Map<ObjectKey, String> unreadable) {
        Outcome() {
            this(new ArrayList<>(), new ArrayList<>(), new TreeMap<>());
        }
    }

    private void take(List<ObjectInfo> objects) {
        int told = shards;
        Map<BatchId, Attempts> batches = new TreeMap<>();
        for (ObjectInfo object : objects) {
            try {
                if (SegmentId.isAcceptedKey(object.key())) {
                    SegmentId segment = SegmentId.parseAccepted(buffer.name(), object.key());
                    batches.computeIfAbsent(segment.batch(), _ -> new Attempts()).accepted.add(segment);
                } else {
                    SegmentId segment = SegmentId.parse(buffer.name(), object.key());
                    batches.computeIfAbsent(segment.batch(), _ -> new Attempts()).segments.put(segment, object);
                    segments++;
                }
            } catch (IllegalArgumentException _) {
                strangers.add(object.key());
            }
        }
        for (Outcome outcome : workers.map(List.copyOf(batches.values()), this::take)) {
            unreadable.putAll(outcome.unreadable);
            outcome.written.forEach(this::count);
            outcome.numbered.forEach(entry -> {
                numbered.add(entry);
                ObjectInfo info = batches.getOrDefault(entry.batch(), new Attempts()).segments.get(entry.segment());
                staged.put(entry.segment(), info == null ? Instant.EPOCH : info.modified());
            });
        }
        Recovery.requireFew(unreadable.keySet());
        if (shards > told) {
            buffer.index().useShards(shards);
        }
    }

    /// Of a batch that is to be folded one segment alone: that which can be read and was staged last; then what cannot
    /// be read of it is not missed. Of a numbered source all: which of them is taken, what they stage says. Where
    /// records are known one by one, those that were accepted; of what is folded there, receipts alone.
    private Outcome take(Attempts batch) {
        Outcome outcome = new Outcome();
        for (SegmentId segment : batch.newestFirst()) {
            boolean young = choice.lacks(segment, batch.modified(segment));
            boolean wasLeft = left.contains(segment.key(buffer.name())) && !choice.knows(segment.batch());
            boolean lacks = young || wasLeft;
            boolean folded = settings.released() == ReleasedSegments.KEPT
                    && (choice.knows(segment.batch()) || (!lacks && batch.accepted.contains(segment)));
            if (lacks || folded) {
                try {
                    SegmentFacts told = tails.read(segment, Objects.requireNonNull(batch.segments.get(segment)));
                    if (wasLeft && !young) {
                        LeftSegments.renew(buffer, segment);
                    }
                    if (wasLeft && (told.entry().range().isPresent() || !told.names().isEmpty())) {
                        outcome.unreadable.put(segment.key(buffer.name()), READABLE_NOW);
                    } else if (folded) {
                        receipts.put(told);
                    } else if (take(choice.decided(told), batch, outcome)) {
                        outcome.unreadable.clear();
                        break;
                    }
                } catch (MalformedEncodingException e) {
                    ObjectKey name = folded
                            ? LeftSegments.ofFolded(segment, buffer.name())
                            : segment.key(buffer.name());
                    outcome.unreadable.put(name, (folded ? LeftSegments.MAY_COME_TWICE : "") + e.getMessage());
                }
            }
        }
        return outcome;
    }

    /// @return whether the batch needs no other segment
    private boolean take(SegmentFacts told, Attempts batch, Outcome outcome) {
        if (told.entry().range().isPresent()) {
            outcome.numbered.add(told.entry());
            return false;
        }
        boolean byRecord = !told.names().isEmpty();
        if (!byRecord || batch.accepted.contains(told.entry().segment())) {
            receipts.put(told);
            buffer.index().put(told.entry());
            outcome.written.add(told.entry());
        }
        return !byRecord;
    }

    /// Puts the entries of numbered sources that are taken.
    ///
    /// @return false when time ran out
    boolean put(List<IndexEntry> taken, Deadline deadline) {
        for (int from = 0; from < taken.size(); from += Recovery.ENTRIES_AT_ONCE) {
            if (deadline.leavesLessThan(STEP_TIME)) {
                return false;
            }
            workers.map(taken.subList(from, Math.min(taken.size(), from + Recovery.ENTRIES_AT_ONCE)), entry -> {
                buffer.index().put(entry);
                return entry;
            }).forEach(this::count);
        }
        return true;
    }

    /// Entries of batches of numbered sources, none of which is written yet.
    List<IndexEntry> numbered() {
        return numbered;
    }

    /// When that segment of a numbered source was staged.
    Instant modified(SegmentId segment) {
        return staged.getOrDefault(segment, Instant.EPOCH);
    }

    /// Segments that were to be read and cannot be, and why.
    Map<ObjectKey, String> unreadable() {
        return unreadable;
    }

    List<ObjectKey> strangers() {
        return strangers;
    }

    int segments() {
        return segments;
    }

    int entries() {
        return entries;
    }

    long records() {
        return records;
    }

    private void count(IndexEntry entry) {
        entries++;
        records += entry.records();
        shards = Math.max(shards, entry.shardCount());
    }
}
