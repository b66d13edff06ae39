package io.sluice.recover;

import io.sluice.index.IndexEntry;
import io.sluice.manifest.FoldedRanges;
import io.sluice.position.NumberedSource;
import io.sluice.position.SequenceNumber;
import io.sluice.position.SequenceRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The staged segments of one numbered source that a stream goes on with: no record is in two of them, or in one and
/// folded already.
final class NumberedRanges {
    private static final Comparator<IndexEntry> FARTHEST_FIRST = Comparator
            .comparing((IndexEntry each) -> each.range().orElseThrow().last()).thenComparing(IndexEntry::records)
            .thenComparing(IndexEntry::segment).reversed();

    private final List<SequenceRange> folded;
    private final List<IndexEntry> entries;
    /// By their first record.
    private final NavigableMap<SequenceNumber, IndexEntry> picked = new TreeMap<>();
    private final Set<Optional<SequenceNumber>> goneOnFrom = new HashSet<>();
    /// All records that are folded or picked, by the place above which they lie.
    private NavigableMap<Optional<SequenceNumber>, SequenceRange> known;

    /// @param folded  of this source, in their order
    /// @param entries of this source
    NumberedRanges(List<SequenceRange> folded, Collection<IndexEntry> entries) {
        this.folded = folded;
        this.entries = entries.stream().sorted(FARTHEST_FIRST).toList();
        this.entries.forEach(each -> goneOnFrom.add(range(each).after()));
        pickAlongThePositions();
        pickWhatIsFree(this.entries);
        this.known = known();
        holdingMore().forEach(this::preferWhatHoldsMore);
        this.known = known();
    }

    /// Every segment says after which position it was taken, and that position had been accepted. So the places at
    /// which an accepted batch begins or ends are known, but for the end of the last. From each of them the accepted
    /// one does not reach beyond the next, unless the table was set back between; nor does one that reaches farther
    /// hold less.
    private void pickAlongThePositions() {
        NavigableSet<Optional<SequenceNumber>> places = new TreeSet<>(SequenceRange.PLACES);
        places.addAll(goneOnFrom);
        for (SequenceRange each : folded) {
            places.add(each.after());
            places.add(Optional.of(each.last()));
        }
        Map<Optional<SequenceNumber>, List<IndexEntry>> from = new TreeMap<>(SequenceRange.PLACES);
        entries.forEach(each -> from.computeIfAbsent(range(each).after(), _ -> new ArrayList<>()).add(each));
        from.forEach((after, several) -> {
            Optional<SequenceNumber> next = Optional.ofNullable(places.higher(after)).flatMap(place -> place);
            pickWhatIsFree(several.stream()
                    .filter(each -> next.map(place -> !range(each).last().isAbove(place)).orElse(true)).toList());
        });
    }

    private void pickWhatIsFree(List<IndexEntry> farthestFirst) {
        for (IndexEntry each : farthestFirst) {
            if (isUnfolded(each) && rivals(each).isEmpty()) {
                pick(each);
            }
        }
    }

    private void pick(IndexEntry entry) {
        picked.put(range(entry).first(), entry);
    }

    private boolean isPicked(IndexEntry entry) {
        return entry.equals(picked.get(range(entry).first()));
    }

    private boolean isUnfolded(IndexEntry entry) {
        return folded.stream().noneMatch(range(entry)::hasRecordsIn);
    }

    /// Those that are picked and may have records of this one.
    private List<IndexEntry> rivals(IndexEntry entry) {
        SequenceRange own = range(entry);
        SequenceNumber from = Optional.ofNullable(picked.lowerKey(own.first())).orElse(own.first());
        return picked.subMap(from, true, own.last(), true).values().stream()
                .filter(each -> own.hasRecordsIn(range(each).tight())).toList();
    }

    /// What holds all records of those that it shares any with, and others besides, stands for them.
    private void preferWhatHoldsMore(IndexEntry entry) {
        SequenceRange whole = range(entry).tight();
        List<IndexEntry> rivals = rivals(entry);
        if (isUnfolded(entry) && rivals.stream().allMatch(each -> range(each).isWithin(whole))) {
            rivals.forEach(each -> picked.remove(range(each).first()));
            pick(entry);
        }
    }

    /// Those that are picked, by the segment's own entry, as they are to be written: one whose gap holds records of
    /// others claims no more than its own.
    Map<IndexEntry, IndexEntry> picked() {
        Map<IndexEntry, IndexEntry> written = new LinkedHashMap<>();
        picked.values().forEach(
                each -> written.put(each, isAhead(each) ? each.staging(Optional.of(range(each).tight())) : each));
        return written;
    }

    /// Whether a reader was ahead of the position that a segment was taken after: in its gap are records that others
    /// staged. Positions never fall unless the table is set back.
    boolean showsThatItWasSetBack() {
        return picked.values().stream().anyMatch(this::isAhead);
    }

    private boolean isAhead(IndexEntry entry) {
        return SequenceRange.PLACES.compare(bridged(range(entry)).after(), range(entry).after()) > 0;
    }

    /// The same as for who asks what is nowhere else: nothing lies in the gap before a segment's first record but what
    /// is in other segments.
    private SequenceRange bridged(SequenceRange own) {
        NavigableSet<Optional<SequenceNumber>> ends = new TreeSet<>(SequenceRange.PLACES);
        ends.add(own.after());
        folded.stream().map(SequenceRange::last).filter(own.first()::isAbove).map(Optional::of).forEach(ends::add);
        Optional.ofNullable(picked.lowerEntry(own.first())).map(each -> Optional.of(range(each.getValue()).last()))
                .ifPresent(ends::add);
        return own.following(ends.last());
    }

    private NavigableMap<Optional<SequenceNumber>, SequenceRange> known() {
        FoldedRanges all = FoldedRanges.EMPTY.with(folded)
                .with(picked.values().stream().map(each -> bridged(range(each))).toList());
        NavigableMap<Optional<SequenceNumber>, SequenceRange> byPlace = new TreeMap<>(SequenceRange.PLACES);
        all.bySource().values().forEach(ranges -> ranges.forEach(each -> byPlace.put(each.after(), each)));
        return byPlace;
    }

    /// Those that are not picked, and that hold records which are neither folded nor in one that is.
    List<IndexEntry> holdingMore() {
        return entries.stream().filter(each -> !isPicked(each) && !isKnown(range(each))).toList();
    }

    private boolean isKnown(SequenceRange range) {
        return Optional.ofNullable(known.lowerEntry(Optional.of(range.first())))
                .map(each -> range.isWithin(each.getValue())).orElse(false);
    }

    /// Whether a batch was taken after the very last record of this one: then it was accepted, or one of the same
    /// records that was dropped in full.
    boolean wasGoneOnFrom(IndexEntry entry) {
        return goneOnFrom.contains(Optional.of(range(entry).last()));
    }

    /// Between which numbers the records are that are in this one alone.
    String nowhereElse(IndexEntry entry) {
        SequenceRange own = range(entry);
        List<String> parts = new ArrayList<>();
        Optional<SequenceNumber> from = own.tight().after();
        for (SequenceRange each : known.values()) {
            if (own.hasRecordsIn(each)) {
                if (SequenceRange.PLACES.compare(each.after(), from) > 0) {
                    parts.add(part(from, each.after().orElseThrow()));
                }
                from = Optional.of(each.last());
            }
        }
        if (SequenceRange.PLACES.compare(from, Optional.of(own.last())) < 0) {
            parts.add(part(from, own.last()));
        }
        return String.join(" and ", parts);
    }

    private static String part(Optional<SequenceNumber> above, SequenceNumber last) {
        return above.map(each -> "above " + each + " and ").orElse("") + "up to " + last;
    }

    private static SequenceRange range(IndexEntry entry) {
        return entry.range().orElseThrow();
    }
}
