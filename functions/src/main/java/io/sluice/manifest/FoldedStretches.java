package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.Stretch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What is folded of each numbered source. Immutable.
///
/// A batch may be folded before one that was staged before it, since they lie in different shards of the index; so it
/// is stretches, and not a position alone: nearly always one for each source, which begins where the source does.
///
/// @param bySource by the source's name; stretches that touch are one, and they are in their order
public record FoldedStretches(Map<String, List<Stretch>> bySource) {
    public static final FoldedStretches EMPTY = new FoldedStretches(Map.of());
    private static final Comparator<Stretch> ORDER = Comparator.comparing(Stretch::after, Stretch.PLACES);

    public FoldedStretches {
        // Sorted: what a recovery writes, it writes in the same order in every process.
        bySource = Collections.unmodifiableSortedMap(new TreeMap<>(bySource));
    }

    /// The same with what `batches` staged.
    public FoldedStretches with(Collection<Stretch> batches) {
        Map<String, List<Stretch>> all = new TreeMap<>();
        for (Stretch each : batches) {
            all.computeIfAbsent(each.source().name(), name -> new ArrayList<>(of(name))).add(each);
        }
        if (all.isEmpty()) {
            return this;
        }
        all.replaceAll((_, stretches) -> joined(stretches));
        bySource.forEach(all::putIfAbsent);
        return new FoldedStretches(all);
    }

    private static List<Stretch> joined(List<Stretch> stretches) {
        List<Stretch> joined = new ArrayList<>();
        for (Stretch each : stretches.stream().sorted(ORDER).toList()) {
            Optional<Stretch> before = joined.isEmpty() ? Optional.empty() : Optional.of(joined.getLast());
            if (before.isEmpty() || Stretch.PLACES.compare(each.after(), Optional.of(before.get().last())) > 0) {
                joined.add(each);
            } else if (each.last().isAbove(before.get().last())) {
                joined.set(joined.size() - 1, new Stretch(each.source(), before.get().after(), each.last()));
            }
        }
        return List.copyOf(joined);
    }

    /// Of one source, in their order.
    public List<Stretch> of(NumberedSource source) {
        return of(source.name());
    }

    private List<Stretch> of(String name) {
        return bySource.getOrDefault(name, List.of());
    }

    /// The greatest position of each source.
    public List<Position> positions() {
        return bySource.values().stream().map(stretches -> stretches.getLast().end()).toList();
    }

    /// A stretch of `other` that is not in here; empty when all of them are.
    Optional<Stretch> missing(FoldedStretches other) {
        return other.bySource.values().stream().flatMap(List::stream)
                .filter(each -> of(each.source()).stream().noneMatch(own -> own.covers(each))).findFirst();
    }

    void encode(ByteWriter out) {
        out.varint(bySource.size());
        bySource.forEach((name, stretches) -> {
            out.text(name).varint(stretches.size());
            stretches.forEach(each -> out.text(each.afterText()).text(each.last().digits()));
        });
    }

    static FoldedStretches decode(ByteReader in) {
        int sources = in.count(4);
        List<Stretch> all = new ArrayList<>(sources);
        for (int i = 0; i < sources; i++) {
            String name = in.text();
            int size = in.count(2);
            for (int each = 0; each < size; each++) {
                all.add(stretch(name, in.text(), in.text()));
            }
        }
        return EMPTY.with(all);
    }

    private static Stretch stretch(String source, String after, String last) {
        try {
            return Stretch.parse(source, after, last);
        } catch (IllegalArgumentException e) {
            throw new MalformedEncodingException("a manifest's positions: " + e.getMessage());
        }
    }
}
