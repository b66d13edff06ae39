package io.sluice.tables;

import io.sluice.layout.KeyEncoding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a partition column's values look like in paths, as far as it is known before there are any.
///
/// @param fixedWidth whether all have the same number of characters
/// @param characters all that they may have; empty: any
record PathText(boolean fixedWidth, Optional<Set<Integer>> characters) {
    /// Nothing is known.
    static final PathText ANY = new PathText(false, Optional.empty());
    private static final Set<Integer> PERCENT_ENCODED = IntStream.range(0, 0x80)
            .filter(c -> KeyEncoding.PERCENT.encode("x" + Character.toString(c)).length() == 2 || c == '%').boxed()
            .collect(Collectors.toUnmodifiableSet());

    /// Texts of `value` when it is projected so.
    static PathText of(PathValue value, Projection projection, KeyEncoding encoding, Optional<String> missingKey) {
        if (value instanceof PathValue.Arrival(TimeRun run)) {
            return new PathText(run.fixedWidth(), Optional.empty());
        }
        return switch (projection) {
            case Projection.Injected() -> encoding == KeyEncoding.PERCENT
                    ? new PathText(false, Optional.of(with(PERCENT_ENCODED, missingKey.orElse(""))))
                    : ANY;
            case Projection.Enumerated(List<String> values) ->
                new PathText(values.stream().mapToInt(String::length).distinct().count() == 1,
                        Optional.of(with(Set.of(), String.join("", values))));
            case Projection.WholeNumber number -> new PathText(false, Optional.of(with(Set.of(), "-0123456789")));
            case Projection.Dated dated -> new PathText(
                    DatedKeys.run(dated.format()).map(TimeRun::fixedWidth).orElse(false), Optional.empty());
        };
    }

    private static Set<Integer> with(Set<Integer> characters, String more) {
        return IntStream.concat(characters.stream().mapToInt(Integer::intValue), more.chars()).boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Whether `text` has a character that none of the values has.
    boolean neverHasOneOf(String text) {
        return characters.isPresent() && text.chars().anyMatch(c -> !characters.get().contains(c));
    }
}
