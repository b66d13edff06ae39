package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The ranges of each numbered source that are folded. Immutable.
///
/// A batch may be folded before one that was staged before it, since they lie in different shards of the index; so it
/// is ranges, and not a position alone: nearly always one for each source, which begins where the source does.
///
/// @param bySource by the source's name; ranges that touch are one, and they are in their order
public record FoldedRanges(Map<String, List<SequenceRange>> bySource) {
    public static final FoldedRanges EMPTY = new FoldedRanges(Map.of());
    private static final Comparator<SequenceRange> ORDER = Comparator
            .comparing(SequenceRange::after, SequenceRange.PLACES)
            .thenComparing(SequenceRange::first);

    public FoldedRanges {
        // Sorted: what a recovery writes, it writes in the same order in every process.
        bySource = Collections.unmodifiableSortedMap(new TreeMap<>(bySource));
    }

    /// The same with what `batches` staged.
    public FoldedRanges with(Collection<SequenceRange> batches) {
        Map<String, List<SequenceRange>> all = new TreeMap<>();
        for (SequenceRange each : batches) {
            all.computeIfAbsent(each.source().name(), name -> new ArrayList<>(of(name))).add(each);
        }
        if (all.isEmpty()) {
            return this;
        }
        all.replaceAll((_, ranges) -> joined(ranges));
        bySource.forEach(all::putIfAbsent);
        return new FoldedRanges(all);
    }

    private static List<SequenceRange> joined(List<SequenceRange> ranges) {
        List<SequenceRange> joined = new ArrayList<>();
        for (SequenceRange each : ranges.stream().sorted(ORDER).toList()) {
            Optional<SequenceRange> before = joined.isEmpty() ? Optional.empty() : Optional.of(joined.getLast());
            if (before.isEmpty() || SequenceRange.PLACES.compare(each.after(), Optional.of(before.get().last())) > 0) {
                joined.add(each);
            } else if (each.last().isAbove(before.get().last())) {
                joined.set(joined.size() - 1,
                        new SequenceRange(each.source(), before.get().after(), before.get().first(),
                                each.last()));
            }
        }
        return List.copyOf(joined);
    }

    /// Of one source, in their order.
    public List<SequenceRange> of(NumberedSource source) {
        return of(source.name());
    }

    private List<SequenceRange> of(String name) {
        return bySource.getOrDefault(name, List.of());
    }

    /// The greatest position of each source.
    public List<Position> positions() {
        return bySource.values().stream().map(ranges -> ranges.getLast().end()).toList();
    }

    /// A range of `other` that is not in here; empty when all of them are.
    Optional<SequenceRange> missing(FoldedRanges other) {
        return other.bySource.values().stream().flatMap(List::stream)
                .filter(each -> of(each.source()).stream().noneMatch(own -> own.covers(each))).findFirst();
    }

    void encode(ByteWriter out) {
        out.varint(bySource.size());
        bySource.forEach((name, ranges) -> {
            out.text(name).varint(ranges.size());
            ranges.forEach(each -> out.text(each.afterText()).text(each.first().digits())
                    .text(each.last().digits()));
        });
    }

    static FoldedRanges decode(ByteReader in) {
        int sources = in.count(5);
        List<SequenceRange> all = new ArrayList<>(sources);
        for (int i = 0; i < sources; i++) {
            String name = in.text();
            int size = in.count(3);
            for (int each = 0; each < size; each++) {
                all.add(range(name, in.text(), in.text(), in.text()));
            }
        }
        return EMPTY.with(all);
    }

    private static SequenceRange range(String source, String after, String first, String last) {
        try {
            return SequenceRange.parse(source, after, first, last);
        } catch (IllegalArgumentException e) {
            throw new MalformedEncodingException("a manifest's positions: " + e.getMessage());
        }
    }
}
