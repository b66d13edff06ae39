package io.sluice.infra;

import io.sluice.infra.Variant.Bucket;
import io.sluice.infra.Variant.Delivery;
import io.sluice.infra.Variant.Format;
import io.sluice.infra.Variant.Repartition;
import io.sluice.infra.Variant.Source;
import io.sluice.infra.Variant.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The variants that tests synthesise, and the changes between them.
///
/// Delivery, source and bucket are crossed in full, and every change among those is looked at. The other axes change by
/// themselves, on every delivery and source. What that leaves of pairs of values is filled up, so that any two
/// choices are synthesised together somewhere: the full product takes minutes and finds what the pairs find.
final class Variants {
    private Variants() {}

    /// From one variant to another.
    record Step(Variant from, Variant to) {
        Change change() {
            return new Change(Matrix.of(from), Matrix.of(to));
        }
    }

    /// Two values that one variant has.
    record Two(Enum<?> first, Enum<?> second) {}

    /// Each delivery with each source, with a bucket of its own.
    static List<Variant> bases() {
        return crossed().stream().filter(each -> each.bucket() == Bucket.NEW).toList();
    }

    /// Those that each build looks at: every source, and every other axis of the most usual of them. The rest of the
    /// matrix takes minutes, in which continuous integration synthesises it.
    static List<Variant> usual() {
        var direct = Variant.of(Delivery.BUFFER, Source.DIRECT);
        var others = Stream.of(direct.with(Bucket.OWN), direct.with(Variant.Key.OWN),
                direct.with(Variant.Format.PARQUET, Tables.NEW_DATABASE), direct.with(Tables.THEIR_DATABASE),
                direct.with(Repartition.WANTED), direct.with(Variant.Compaction.WANTED));
        return Stream.concat(bases().stream(), others).toList();
    }

    static List<Variant> crossed() {
        return Stream.of(Delivery.values()).flatMap(delivery -> Stream.of(Source.values()).flatMap(source -> Stream
                .of(Bucket.values()).map(bucket -> Variant.of(delivery, source).with(bucket))))
                .filter(Variant::isDeployable).toList();
    }

    /// All changes among the crossed variants.
    static List<Step> crossedSteps() {
        return crossed().stream().flatMap(from -> crossed().stream().filter(to -> !to.equals(from))
                .map(to -> new Step(from, to))).toList();
    }

    /// Changes of one other axis alone. Formats change with a table, which a buffered stream of Parquet files needs.
    static List<Step> singleSteps() {
        return bases().stream().flatMap(base -> Stream.of(Variant.Key.values(), Tables.values(), Repartition.values(),
                Variant.Compaction.values())
                .flatMap(axis -> steps(base, axis))).toList();
    }

    static List<Step> formatSteps() {
        return bases().stream()
                .flatMap(base -> steps(base.with(base.delivery() == Delivery.BUFFER
                        ? Tables.NEW_DATABASE
                        : Tables.NONE), Format.values()))
                .toList();
    }

    private static Stream<Step> steps(Variant base, Enum<?>[] axis) {
        return Stream.of(axis).flatMap(from -> Stream.of(axis).filter(to -> to != from)
                .map(to -> new Step(base.with(from), base.with(to))))
                .filter(step -> step.from().isDeployable() && step.to().isDeployable());
    }

    static List<Step> steps() {
        return Stream.of(crossedSteps(), singleSteps(), formatSteps()).flatMap(List::stream).toList();
    }

    /// What is synthesised.
    static Set<Variant> matrix() {
        Set<Variant> chosen = steps().stream().flatMap(step -> Stream.of(step.from(), step.to()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<Variant> all = deployable();
        Set<Two> open = pairs(all);
        open.removeAll(pairs(chosen));
        while (!open.isEmpty()) {
            Variant best = all.stream().max(Comparator.comparingLong(each -> pairs(Set.of(each)).stream()
                    .filter(open::contains).count())).orElseThrow();
            chosen.add(best);
            open.removeAll(pairs(Set.of(best)));
        }
        return chosen;
    }

    static List<Variant> deployable() {
        return Variant.product().filter(Variant::isDeployable).toList();
    }

    /// Every two values of different axes that one of the variants has.
    static Set<Two> pairs(Iterable<Variant> variants) {
        Set<Two> pairs = new HashSet<>();
        for (Variant variant : variants) {
            List<Enum<?>> values = new ArrayList<>(variant.values());
            for (int i = 0; i < values.size(); i++) {
                for (int j = i + 1; j < values.size(); j++) {
                    pairs.add(new Two(values.get(i), values.get(j)));
                }
            }
        }
        return pairs;
    }
}
