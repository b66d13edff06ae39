package io.sluice.tables;

import io.sluice.layout.ColumnText;
import io.sluice.layout.ColumnValue;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.TimeRun;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The texts of projected columns' values in paths.
final class ColumnTexts {
    private static final Set<Integer> PERCENT_ENCODED = IntStream.range(0, 0x80)
            .filter(c -> KeyEncoding.PERCENT.encode("x" + Character.toString(c)).length() == 2 || c == '%').boxed()
            .collect(Collectors.toUnmodifiableSet());

    private ColumnTexts() {}

    /// Texts of `value` when it is projected so.
    static ColumnText of(ColumnValue value, Projection projection, KeyEncoding encoding, Optional<String> missingKey) {
        if (value instanceof ColumnValue.Arrival(TimeRun run)) {
            return new ColumnText(run.fixedWidth(), Optional.empty());
        }
        return switch (projection) {
            case Projection.Injected() -> encoding == KeyEncoding.PERCENT
                    ? new ColumnText(false, Optional.of(with(PERCENT_ENCODED, missingKey.orElse(""))))
                    : ColumnText.ANY;
            case Projection.Enumerated(List<String> values) ->
                new ColumnText(values.stream().mapToInt(String::length).distinct().count() == 1,
                        Optional.of(with(Set.of(), String.join("", values))));
            case Projection.WholeNumber number -> new ColumnText(false, Optional.of(with(Set.of(), "-0123456789")));
            case Projection.Dated dated -> new ColumnText(
                    TimeRun.ofPattern(dated.format()).map(TimeRun::fixedWidth).orElse(false), Optional.empty());
        };
    }

    private static Set<Integer> with(Set<Integer> characters, String more) {
        return IntStream.concat(characters.stream().mapToInt(Integer::intValue), more.chars()).boxed()
                .collect(Collectors.toUnmodifiableSet());
    }
}
