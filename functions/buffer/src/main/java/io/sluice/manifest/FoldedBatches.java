package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.segment.BatchId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The folded batches that are remembered, by the ten minutes that they arrived in: a batch that is put again is
/// recognised and dropped. The manifest holds the ids of some, and names the objects that hold the others. Immutable.
/// (ADR 0052)
public final class FoldedBatches {
    public static final FoldedBatches EMPTY = new FoldedBatches(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

    static final long SLOT_MILLIS = Duration.ofMinutes(10).toMillis();

    /// Held here, by slot.
    private final NavigableMap<Long, FoldedSlot> lasting;
    /// The same of batches whose source numbers its records. Positions know those, so that they are remembered while
    /// their entries are there and no longer.
    private final NavigableMap<Long, FoldedSlot> passing;
    /// Objects that hold the others, by slot.
    private final NavigableMap<Long, List<SealedBatches>> sealed;

    private FoldedBatches(NavigableMap<Long, FoldedSlot> lasting, NavigableMap<Long, FoldedSlot> passing,
            NavigableMap<Long, List<SealedBatches>> sealed) {
        this.lasting = lasting;
        this.passing = passing;
        this.sealed = sealed;
    }

    /// The ten minutes that a batch arrived in, counted since the epoch; the same at every attempt.
    public static long slot(EntryKey key) {
        return key.oldestArrival() / SLOT_MILLIS;
    }

    /// Returns true when the manifest itself tells that a batch is folded. Where it does not, [#sealed(long)] may.
    public boolean holds(EntryKey key) {
        return holds(lasting, key) || holds(passing, key);
    }

    private static boolean holds(NavigableMap<Long, FoldedSlot> slots, EntryKey key) {
        FoldedSlot slot = slots.get(slot(key));
        return slot != null && slot.ids().contains(key.batch());
    }

    /// The same of a batch whose arrival is not known.
    public boolean holds(BatchId batch) {
        return Stream.of(lasting, passing).flatMap(each -> each.values().stream())
                .anyMatch(each -> each.ids().contains(batch));
    }

    /// The objects that hold batches of a slot.
    public List<SealedBatches> sealed(long slot) {
        return sealed.getOrDefault(slot, List.of());
    }

    /// All objects.
    public List<SealedBatches> sealed() {
        return sealed.values().stream().flatMap(List::stream).toList();
    }

    /// Ids that the manifest holds.
    public int held() {
        return Stream.of(lasting, passing).flatMap(each -> each.values().stream())
                .mapToInt(each -> each.ids().size()).sum();
    }

    /// Ids that are remembered, wherever they are. One that is sealed twice counts twice.
    public long size() {
        return held() + sealed().stream().mapToLong(SealedBatches::size).sum();
    }

    /// These batches and `more`, folded at `now`.
    FoldedBatches with(Collection<IndexEntry> more, long now) {
        return more.isEmpty()
                ? this
                : new FoldedBatches(with(lasting, more, entry -> entry.range().isEmpty(), now),
                        with(passing, more, entry -> entry.range().isPresent(), now), sealed);
    }

    private static NavigableMap<Long, FoldedSlot> with(NavigableMap<Long, FoldedSlot> slots,
            Collection<IndexEntry> more, Predicate<IndexEntry> kind, long now) {
        NavigableMap<Long, FoldedSlot> next = new TreeMap<>(slots);
        bySlot(more.stream().filter(kind)).forEach(
                (slot, batches) -> next.merge(slot, new FoldedSlot(BatchIds.of(batches), now), FoldedSlot::and));
        return next;
    }

    private static Map<Long, Set<BatchId>> bySlot(Stream<IndexEntry> entries) {
        Map<Long, Set<BatchId>> bySlot = new TreeMap<>();
        entries.forEach(
                entry -> bySlot.computeIfAbsent(slot(entry.key()), _ -> new HashSet<>()).add(entry.batch()));
        return bySlot;
    }

    /// These batches without those that were folded more than `keep` ago: slots and objects of which all were. Those of
    /// `present` stay whatever their age: the index still holds their entries, which would be folded again by the first
    /// run that does not know them.
    ///
    /// @param present batches among these; all of which there are entries
    FoldedBatches without(Duration keep, long now, Collection<IndexEntry> present) {
        long since = now - keep.toMillis();
        NavigableMap<Long, FoldedSlot> left = new TreeMap<>(lasting);
        left.values().removeIf(each -> each.foldedUntil() < since);
        NavigableMap<Long, List<SealedBatches>> named = new TreeMap<>();
        sealed.forEach((slot, objects) -> {
            List<SealedBatches> some = objects.stream().filter(each -> each.foldedUntil() >= since).toList();
            if (!some.isEmpty()) {
                named.put(slot, some);
            }
        });
        FoldedBatches rest = new FoldedBatches(left, new TreeMap<>(), named);
        return rest.with(present.stream().filter(entry -> !rest.holds(entry.key()) && lost(slot(entry.key()), rest))
                .toList(), now);
    }

    /// Returns true when some of a slot's batches are not in `rest` any more.
    private boolean lost(long slot, FoldedBatches rest) {
        return passing.containsKey(slot) || lasting.containsKey(slot) != rest.lasting.containsKey(slot)
                || sealed(slot).size() != rest.sealed(slot).size();
    }

    /// The slots that are to leave for objects: those that are old enough, the largest first, once they hold so many
    /// ids that it is worth the requests; and whatever their age once they hold too many.
    ///
    /// @param now epoch milliseconds
    public Map<Long, FoldedSlot> due(SealingLimits limits, long now) {
        long oldUntil = (now - limits.youngFor().toMillis()) / SLOT_MILLIS;
        NavigableMap<Long, FoldedSlot> slots = new TreeMap<>(lasting);
        passing.forEach((slot, ids) -> slots.merge(slot, ids, FoldedSlot::and));
        if (held() <= limits.idsHeldMax()) {
            slots.tailMap(oldUntil, true).clear();
        }
        long ids = slots.values().stream().mapToLong(each -> each.ids().size()).sum();
        Map<Long, FoldedSlot> due = new TreeMap<>();
        if (ids <= limits.idsHeld()) {
            return due;
        }
        List<Map.Entry<Long, FoldedSlot>> largestFirst = new ArrayList<>(slots.entrySet());
        largestFirst.sort(Comparator.comparing(each -> -each.getValue().ids().size()));
        for (Map.Entry<Long, FoldedSlot> each : largestFirst) {
            if (ids <= limits.idsHeld() / 2 || due.size() == limits.slotsAtOnce()) {
                break;
            }
            due.put(each.getKey(), each.getValue());
            ids -= each.getValue().ids().size();
        }
        return due;
    }

    /// The same batches, those of some slots in objects.
    public FoldedBatches sealing(Collection<SealedBatches> written) {
        FoldedBatches next = new FoldedBatches(new TreeMap<>(lasting), new TreeMap<>(passing), new TreeMap<>(sealed));
        for (SealedBatches each : written) {
            next.lasting.remove(each.slot());
            next.passing.remove(each.slot());
            next.sealed.put(each.slot(), Stream.concat(next.sealed(each.slot()).stream(), Stream.of(each)).toList());
        }
        return next;
    }

    /// Small objects of slots that have too many of them: those of one slot are to be one.
    public List<List<SealedBatches>> crowded(SealingLimits limits) {
        return sealed.values().stream()
                .map(objects -> objects.stream().filter(each -> each.size() < limits.idsJoined()).toList())
                .filter(small -> small.size() > limits.objectsOfSlot()).limit(limits.joinsAtOnce()).toList();
    }

    /// The same batches, those of some objects of a slot in one.
    public FoldedBatches joining(Collection<SealedBatches> joined, SealedBatches one) {
        FoldedBatches next = sealing(List.of());
        next.sealed.put(one.slot(), Stream
                .concat(sealed(one.slot()).stream().filter(each -> !joined.contains(each)), Stream.of(one)).toList());
        return next;
    }

    void encode(ByteWriter out) {
        encode(lasting, out);
        encode(passing, out);
        List<SealedBatches> objects = sealed();
        out.varint(objects.size());
        objects.forEach(each -> each.encode(out));
    }

    private static void encode(NavigableMap<Long, FoldedSlot> slots, ByteWriter out) {
        out.varint(slots.size());
        slots.forEach((slot, folded) -> folded.encode(out.varint(slot)));
    }

    static FoldedBatches decode(ByteReader in) {
        NavigableMap<Long, FoldedSlot> lasting = decodeSlots(in);
        NavigableMap<Long, FoldedSlot> passing = decodeSlots(in);
        int size = in.count(3 + BatchIds.BYTES_EACH);
        NavigableMap<Long, List<SealedBatches>> sealed = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            SealedBatches each = SealedBatches.decode(in);
            sealed.computeIfAbsent(each.slot(), _ -> new ArrayList<>()).add(each);
        }
        return new FoldedBatches(lasting, passing, sealed);
    }

    private static NavigableMap<Long, FoldedSlot> decodeSlots(ByteReader in) {
        int size = in.count(3);
        NavigableMap<Long, FoldedSlot> slots = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            long slot = in.varint();
            slots.put(slot, FoldedSlot.decode(in));
        }
        return slots;
    }
}
