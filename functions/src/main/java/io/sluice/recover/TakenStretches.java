package io.sluice.recover;

import io.sluice.index.IndexEntry;
import io.sluice.manifest.FoldedStretches;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import io.sluice.position.Stretch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Says which of the staged segments of numbered sources a stream goes on with. Attempts under other boundaries leave
/// segments that hold the same records and were never accepted; of these one is taken, such that each record that was
/// accepted is in exactly one.
///
/// Every segment says after which position it was taken, and that position had been accepted. So the places at which an
/// accepted batch begins or ends are known, but for the end of the last. From each of them the segment is taken that
/// reaches farthest and not beyond the next: the accepted one does neither reach farther, nor does a farther one hold
/// less. (ADR 0016)
final class TakenStretches {
    private static final Comparator<IndexEntry> FARTHEST = Comparator
            .comparing((IndexEntry each) -> each.stretch().orElseThrow().last()).thenComparing(IndexEntry::records)
            .thenComparing(IndexEntry::segment);

    private final FoldedStretches folded;
    private final Set<IndexEntry> taken = new HashSet<>();

    /// @param folded  of the manifest that is gone on with
    /// @param entries of segments that it does not know; those whose source does not number its records are left out
    TakenStretches(FoldedStretches folded, Collection<IndexEntry> entries) {
        this.folded = folded;
        Map<NumberedSource, List<IndexEntry>> sources = new HashMap<>();
        for (IndexEntry entry : entries) {
            entry.stretch().ifPresent(
                    stretch -> sources.computeIfAbsent(stretch.source(), _ -> new ArrayList<>()).add(entry));
        }
        sources.forEach(this::take);
    }

    private void take(NumberedSource source, List<IndexEntry> entries) {
        NavigableSet<Optional<SequenceNumber>> places = new TreeSet<>(Stretch.PLACES);
        for (Stretch each : folded.of(source)) {
            places.add(each.after());
            places.add(Optional.of(each.last()));
        }
        Map<Optional<SequenceNumber>, List<IndexEntry>> from = new HashMap<>();
        for (IndexEntry entry : entries) {
            Optional<SequenceNumber> after = entry.stretch().orElseThrow().after();
            places.add(after);
            from.computeIfAbsent(after, _ -> new ArrayList<>()).add(entry);
        }
        from.forEach((after, several) -> {
            Optional<SequenceNumber> next = Optional.ofNullable(places.higher(after)).flatMap(place -> place);
            several.stream().filter(each -> isOpen(each.stretch().orElseThrow(), next)).max(FARTHEST)
                    .ifPresent(taken::add);
        });
    }

    /// @param next the first accepted place after the stretch's beginning
    private boolean isOpen(Stretch stretch, Optional<SequenceNumber> next) {
        return next.map(place -> !stretch.last().isAbove(place)).orElse(true)
                && folded.of(stretch.source()).stream().noneMatch(stretch::overlaps);
    }

    /// Whether an entry is to be written; every entry whose source does not number its records is.
    boolean takes(IndexEntry entry) {
        return entry.stretch().isEmpty() || taken.contains(entry);
    }

    /// Where each source stands when those that are taken are staged.
    List<Position> positions() {
        return folded.with(taken.stream().flatMap(each -> each.stretch().stream()).toList()).positions();
    }
}
