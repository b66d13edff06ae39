package io.sluice.recover;

import io.sluice.index.IndexEntry;
import io.sluice.manifest.FoldedRanges;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Says which of the staged segments of numbered sources a stream goes on with. Attempts under other boundaries leave
/// segments that hold the same records and were never accepted; of these one is taken, such that each record that was
/// accepted is in exactly one.
///
/// While a table was set back to an earlier point, batches were accepted after positions that others had been accepted
/// after before. Mostly the reader was farther: then their records are in no other segment, and all are taken. One that
/// has records which are delivered already, and others which are nowhere else, can be neither taken nor left: it is
/// named. (ADR 0016, 0054)
final class TakenRanges {
    private final FoldedRanges folded;
    private final Map<IndexEntry, IndexEntry> taken = new HashMap<>();
    private final Map<IndexEntry, String> undecided = new LinkedHashMap<>();

    /// @param folded  of the manifest that is gone on with
    /// @param entries of segments that it does not know; those whose source does not number its records are left out
    /// @param doubted of entries whose segments were staged when the table had been set back, as far as is known
    TakenRanges(FoldedRanges folded, Collection<IndexEntry> entries, Predicate<IndexEntry> doubted) {
        this.folded = folded;
        Map<String, List<IndexEntry>> bySource = new TreeMap<>();
        for (IndexEntry entry : entries) {
            entry.range().ifPresent(
                    range -> bySource.computeIfAbsent(range.source().name(), _ -> new ArrayList<>()).add(entry));
        }
        List<NumberedRanges> sources = bySource.entrySet().stream()
                .map(each -> new NumberedRanges(folded.of(new NumberedSource(each.getKey())), each.getValue()))
                .toList();
        sources.forEach(each -> taken.putAll(each.picked()));
        boolean setBack = sources.stream().anyMatch(NumberedRanges::showsThatItWasSetBack);
        for (NumberedRanges source : sources) {
            source.holdingMore().stream()
                    .filter(each -> setBack || source.wasGoneOnFrom(each) || doubted.test(each))
                    .forEach(each -> undecided.put(each, why(each.range().orElseThrow(), source.nowhereElse(each))));
        }
    }

    private static String why(SequenceRange range, String nowhereElse) {
        return "it holds records of " + range.source() + " from " + range.first() + " to " + range.last()
                + ", of which those " + nowhereElse + " may be in no other segment and the others are staged or"
                + " delivered already: the table was set back to an earlier point while functions were at work."
                + " Put the former into their source again, where they get new numbers, move the segment out of its"
                + " folder, and recover again";
    }

    /// The entry as it is to be written; empty when it is not. Every entry whose source does not number its records is.
    Optional<IndexEntry> taken(IndexEntry entry) {
        return entry.range().isEmpty() ? Optional.of(entry) : Optional.ofNullable(taken.get(entry));
    }

    /// Entries of segments that can be neither taken nor left, and why.
    Map<IndexEntry, String> undecided() {
        return undecided;
    }

    /// Where each source stands when those that are taken are staged. What cannot be decided is not handed over again:
    /// it would be taken for what is missing of it.
    List<Position> positions() {
        return folded.with(Stream.concat(taken.values().stream(), undecided.keySet().stream())
                .flatMap(each -> each.range().stream()).toList()).positions();
    }
}
