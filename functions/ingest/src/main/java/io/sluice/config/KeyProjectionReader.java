package io.sluice.config;

import io.sluice.layout.DateUnit;
import io.sluice.tables.DateRange;
import io.sluice.tables.KeyProjection;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads one entry of `Sluice.Table.Keys`.
final class KeyProjectionReader {
    private static final Map<String, Function<KeyProjectionReader, Optional<KeyProjection>>> TYPES = Map.of("injected",
            reader -> Optional.of(new KeyProjection.Injected()), "enum", KeyProjectionReader::enumerated, "integer",
            KeyProjectionReader::wholeNumber, "date", KeyProjectionReader::dated);
    private static final List<String> FIELDS = List.of("Values", "Range", "Interval", "Digits", "Format",
            "IntervalUnit");
    private static final Map<String, DateUnit> UNITS = Arrays.stream(DateUnit.values())
            .collect(Collectors.toUnmodifiableMap(DateUnit::name, Function.identity()));
    /// A projection's values are one text, separated by commas.
    private static final Pattern VALUE = Pattern.compile("[^,\\p{Cntrl}]+");
    private static final Pattern FORMAT = Pattern.compile("\\P{Cntrl}+");
    private static final int FORMAT_CHARS_MAX = 128;
    private static final int DIGITS_MAX = 19;
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Fields key;
    private final Problems problems;

    private KeyProjectionReader(Fields key) {
        this.key = key;
        this.problems = key.problems();
    }

    /// The entry's projection; empty when something is wrong with it, which is reported.
    static Optional<KeyProjection> read(Fields key) {
        Checks.required(key, "Type");
        Optional<Function<KeyProjectionReader, Optional<KeyProjection>>> type = key.oneOf("Type", TYPES);
        Optional<KeyProjection> projection = type.flatMap(reading -> reading.apply(new KeyProjectionReader(key)));
        if (type.isPresent()) {
            rejectOthers(key);
        }
        return projection;
    }

    private static void rejectOthers(Fields key) {
        String type = key.text("Type").orElse("");
        for (String name : FIELDS) {
            if (!key.asked(name)) {
                key.refuses(name, name + " is not for Type " + type);
            }
        }
        key.rejectOthers();
    }

    private Optional<KeyProjection> enumerated() {
        Checks.required(key, "Values");
        problems.log().count(key.place(), "Values", 1, Integer.MAX_VALUE);
        List<JsonValue.Text> values = key.elements("Values", JsonValue.Text.class, "a string").orElse(List.of());
        Set<String> distinct = new HashSet<>();
        for (JsonValue.Text value : values) {
            if (!VALUE.matcher(value.value()).matches()) {
                problems.error(value.place(), "a value of an enum projection has no comma and no control character,"
                        + " and is not empty; use Type injected");
            } else if (!distinct.add(value.value())) {
                problems.error(value.place(), "the value is here twice; Athena would read its records twice; keep one");
            }
        }
        if (values.isEmpty() && key.any("Values").isPresent()) {
            problems.error(key.place("Values"), "an enum projection has at least one value");
        }
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new KeyProjection.Enumerated(values.stream().map(JsonValue.Text::value).toList()));
    }

    private Optional<KeyProjection> wholeNumber() {
        Checks.required(key, "Range");
        OptionalInt digits = optional(Checks.integer(key, "Digits", 1, DIGITS_MAX));
        int interval = Checks.integer(key, "Interval", 1, Integer.MAX_VALUE).orElse(1);
        Optional<List<JsonValue.Decimal>> range = pair("Range", JsonValue.Decimal.class, "a whole number");
        if (range.isEmpty() || !range.get().stream().allMatch(this::isLong)) {
            return Optional.empty();
        }
        long from = range.get().getFirst().value().longValueExact();
        long to = range.get().getLast().value().longValueExact();
        if (from > to) {
            problems.error(key.place("Range"), "the range is empty: " + from + " is above " + to);
        }
        return Optional.of(new KeyProjection.WholeNumber(from, to, interval, digits));
    }

    private boolean isLong(JsonValue.Decimal number) {
        BigDecimal value = number.value();
        boolean fits = value.stripTrailingZeros().scale() <= 0 && value.compareTo(LONG_MIN) >= 0
                && value.compareTo(LONG_MAX) <= 0;
        if (!fits) {
            problems.error(number.place(), "expected a whole number of at most 64 bits, found " + value);
        }
        return fits;
    }

    private Optional<KeyProjection> dated() {
        Optional<String> format = Checks.text(key, "Format", 1, FORMAT_CHARS_MAX, FORMAT);
        OptionalInt interval = optional(Checks.integer(key, "Interval", 1, Integer.MAX_VALUE));
        Optional<DateUnit> unit = key.oneOf("IntervalUnit", UNITS);
        Optional<DateRange> range = pair("Range", JsonValue.Text.class, "a date or NOW")
                .map(ends -> new DateRange(ends.getFirst().value(), ends.getLast().value()));
        return Optional.of(new KeyProjection.Dated(format, range, interval, unit));
    }

    private <T extends JsonValue> Optional<List<T>> pair(String name, Class<T> type, String expected) {
        problems.log().count(key.place(), name, 2, 2);
        Optional<List<T>> ends = key.elements(name, type, expected);
        ends.filter(pair -> pair.size() != 2).ifPresent(
                other -> problems.error(key.place(name), "expected the first and the last value, two elements"));
        return ends.filter(pair -> pair.size() == 2);
    }

    private static OptionalInt optional(Optional<Integer> number) {
        return number.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }
}
