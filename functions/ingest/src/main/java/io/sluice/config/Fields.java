package io.sluice.config;

import io.sluice.config.FieldLog.Kind;
import io.sluice.config.JsonValue.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/// Typed access to the members of one JSON object. A member of the wrong type is reported and then counts as absent;
/// a member that was never asked for is reported by [#rejectOthers].
final class Fields {
    private static final String NULL = "null is read as if the field were left out";

    private final JsonValue.Structure structure;
    private final Problems problems;
    private final Set<String> known = new LinkedHashSet<>();

    Fields(JsonValue.Structure structure, Problems problems) {
        this.structure = structure;
        this.problems = problems;
    }

    Place place() {
        return structure.place();
    }

    /// The member's place, or the place that it would have.
    Place place(String name) {
        JsonValue value = structure.members().get(name);
        return value == null ? place().member(name) : value.place();
    }

    Problems problems() {
        return problems;
    }

    /// The member, whatever its type; null in the document is reported and counts as absent.
    Optional<JsonValue> any(String name) {
        known.add(name);
        problems.log().asked(place(), name);
        JsonValue value = structure.members().get(name);
        if (value instanceof JsonValue.Null) {
            problems.warning(value.place(), NULL);
            return Optional.empty();
        }
        return Optional.ofNullable(value);
    }

    Optional<String> text(String name) {
        return typed(name, Kind.TEXT, JsonValue.Text.class, "a string").map(JsonValue.Text::value);
    }

    /// A text, or a number as it is written.
    Optional<String> textOrNumber(String name) {
        problems.log().kind(place(), name, Kind.NUMBER);
        return any(name).orElse(null) instanceof JsonValue.Decimal number
                ? Optional.of(number.value().toString())
                : text(name);
    }

    Optional<Boolean> flag(String name) {
        return typed(name, Kind.FLAG, JsonValue.Flag.class, "true or false").map(JsonValue.Flag::value);
    }

    Optional<Integer> integer(String name) {
        return typed(name, Kind.WHOLE, JsonValue.Decimal.class, "a whole number").flatMap(this::whole);
    }

    Optional<Fields> object(String name) {
        return typed(name, Kind.OBJECT, JsonValue.Structure.class, "an object")
                .map(value -> new Fields(value, problems));
    }

    Optional<List<Fields>> objects(String name) {
        problems.log().elements(place(), name, Kind.OBJECT);
        return typed(name, Kind.ARRAY, JsonValue.Array.class, "an array of objects").map(array -> {
            List<Fields> elements = new ArrayList<>();
            for (JsonValue element : array.elements()) {
                cast(element, JsonValue.Structure.class, "an object")
                        .ifPresent(value -> elements.add(new Fields(value, problems)));
            }
            return List.copyOf(elements);
        });
    }

    /// The elements of an array member; one of another type is reported and left out.
    <T extends JsonValue> Optional<List<T>> elements(String name, Class<T> type, String expected) {
        problems.log().elements(place(), name, type == JsonValue.Text.class ? Kind.TEXT : Kind.WHOLE);
        return typed(name, Kind.ARRAY, JsonValue.Array.class, "an array").map(array -> array.elements().stream()
                .flatMap(element -> cast(element, type, expected).stream()).toList());
    }

    /// Every member, in order, as an object; one that is none is reported and left out.
    void each(BiConsumer<String, Fields> reader) {
        problems.log().members(place());
        structure.members().forEach((name, value) -> cast(value, JsonValue.Structure.class, "an object")
                .ifPresent(member -> reader.accept(name, new Fields(member, problems))));
    }

    /// A member whose text is one of `values`' names.
    <T> Optional<T> oneOf(String name, Map<String, T> values) {
        problems.log().oneOf(place(), name, values.keySet());
        Optional<String> text = text(name);
        text.filter(given -> !values.containsKey(given)).ifPresent(given -> problems.error(place(name),
                ApiConstraint.enumeration(place(name), values.keySet()) + Nearest.hint(given, values.keySet())));
        return text.map(values::get);
    }

    /// Reports every member that was never asked for.
    void rejectOthers() {
        problems.log().closed(place());
        structure.members().forEach((name, value) -> {
            if (!known.contains(name)) {
                problems.error(value.place(), "unknown field \"" + name + "\"" + Nearest.hint(name, known));
            }
        });
    }

    /// Tests whether the member is there, which may have no place here: nobody hears that it was asked for.
    boolean has(String name) {
        known.add(name);
        JsonValue value = structure.members().get(name);
        if (value instanceof JsonValue.Null) {
            problems.warning(value.place(), NULL);
        }
        return value != null && !(value instanceof JsonValue.Null);
    }

    /// Reports a member that has no place here; whether it is there.
    boolean refuses(String name, String message) {
        boolean there = has(name);
        if (there) {
            problems.error(place(name), message);
        }
        return there;
    }

    /// Tests whether the member was asked for, or named by [#knows].
    boolean asked(String name) {
        return known.contains(name);
    }

    /// Names members that are handled elsewhere.
    void knows(Collection<String> names) {
        known.addAll(names);
    }

    private <T extends JsonValue> Optional<T> typed(String name, Kind kind, Class<T> type, String expected) {
        problems.log().kind(place(), name, kind);
        return any(name).flatMap(value -> cast(value, type, expected));
    }

    private <T extends JsonValue> Optional<T> cast(JsonValue value, Class<T> type, String expected) {
        if (type.isInstance(value)) {
            return Optional.of(type.cast(value));
        }
        problems.error(value.place(), "expected " + expected + ", found " + value.kind());
        return Optional.empty();
    }

    private Optional<Integer> whole(JsonValue.Decimal number) {
        try {
            return Optional.of(number.value().intValueExact());
        } catch (ArithmeticException e) {
            problems.error(number.place(), "expected a whole number of at most ten digits, found " + number.value());
            return Optional.empty();
        }
    }
}
