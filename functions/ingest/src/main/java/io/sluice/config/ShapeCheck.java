package io.sluice.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks the structure of the parts of a request that Sluice leaves to the delivery stream: names and types of fields,
/// not their values.
final class ShapeCheck {
    private ShapeCheck() {}

    /// The shape of a field's value.
    sealed interface Shape {
        enum Scalar implements Shape {
            TEXT, FLAG, INTEGER, NUMBER
        }

        record ListOf(Shape element) implements Shape {}

        /// A map from any name to texts.
        record TextMap() implements Shape {}

        record Structure(Map<String, Shape> members) implements Shape {}
    }

    static Shape structure(Map<String, Shape> members) {
        return new Shape.Structure(members);
    }

    static Shape listOf(Shape element) {
        return new Shape.ListOf(element);
    }

    /// Checks the member `name` of `fields`, if it is there, and gives it.
    static Optional<JsonValue> check(Fields fields, String name, Shape shape) {
        tell(fields, name, shape);
        Optional<JsonValue> value = fields.any(name);
        value.ifPresent(present -> check(present, shape, fields.problems()));
        return value;
    }

    private static void tell(Fields fields, String name, Shape shape) {
        FieldLog log = fields.problems().log();
        log.kind(fields.place(), name, kind(shape));
        if (shape instanceof Shape.ListOf(Shape element)) {
            log.elements(fields.place(), name, kind(element));
        }
    }

    private static FieldLog.Kind kind(Shape shape) {
        return switch (shape) {
            case Shape.Scalar.TEXT -> FieldLog.Kind.TEXT;
            case Shape.Scalar.FLAG -> FieldLog.Kind.FLAG;
            case Shape.Scalar.INTEGER -> FieldLog.Kind.WHOLE;
            case Shape.Scalar.NUMBER -> FieldLog.Kind.NUMBER;
            case Shape.ListOf(Shape _) -> FieldLog.Kind.ARRAY;
            case Shape.TextMap() -> FieldLog.Kind.TEXT_MAP;
            case Shape.Structure(Map<String, Shape> _) -> FieldLog.Kind.OBJECT;
        };
    }

    private static void check(JsonValue value, Shape shape, Problems problems) {
        switch (shape) {
            case Shape.Scalar scalar -> checkScalar(value, scalar, problems);
            case Shape.ListOf(Shape element) -> {
                if (value instanceof JsonValue.Array(var place, List<JsonValue> elements)) {
                    elements.forEach(present -> check(present, element, problems));
                } else {
                    mismatch(value, "an array", problems);
                }
            }
            case Shape.TextMap() -> {
                if (value instanceof JsonValue.Structure(var place, Map<String, JsonValue> members)) {
                    members.values().forEach(present -> checkScalar(present, Shape.Scalar.TEXT, problems));
                } else {
                    mismatch(value, "an object", problems);
                }
            }
            case Shape.Structure(Map<String, Shape> members) -> {
                if (value instanceof JsonValue.Structure structure) {
                    Fields fields = new Fields(structure, problems);
                    members.forEach((name, member) -> check(fields, name, member));
                    fields.rejectOthers();
                } else {
                    mismatch(value, "an object", problems);
                }
            }
        }
    }

    private static void checkScalar(JsonValue value, Shape.Scalar expected, Problems problems) {
        boolean fits = switch (expected) {
            case TEXT -> value instanceof JsonValue.Text;
            case FLAG -> value instanceof JsonValue.Flag;
            case NUMBER -> value instanceof JsonValue.Decimal;
            case INTEGER ->
                value instanceof JsonValue.Decimal number && number.value().stripTrailingZeros().scale() <= 0;
        };
        if (!fits) {
            mismatch(value, switch (expected) {
                case TEXT -> "a string";
                case FLAG -> "true or false";
                case NUMBER -> "a number";
                case INTEGER -> "a whole number";
            }, problems);
        }
    }

    private static void mismatch(JsonValue value, String expected, Problems problems) {
        problems.error(value.place(), "expected " + expected + ", found " + value.kind());
    }
}
