package io.sluice.tables;

import java.util.Map;
import java.util.TreeMap;

/// The common shape of JSON values that stand in one place of many records.
sealed interface JsonShape {
    /// Values without parts.
    enum Scalar implements JsonShape {
        NULL, BOOLEAN, WHOLE, FRACTION, TEXT,
        /// Of different kinds, or numbers that no column type holds exactly: read as text.
        MIXED
    }

    record Elements(JsonShape element) implements JsonShape {}

    /// @param members by their names in lower case, sorted, so that the order of records does not matter
    record Members(Map<String, JsonShape> members) implements JsonShape {
        public Members {
            members = new TreeMap<>(members);
        }
    }

    /// The shape of values that have either shape.
    static JsonShape merge(JsonShape a, JsonShape b) {
        if (a.equals(b) || b == Scalar.NULL) {
            return a;
        }
        if (a == Scalar.NULL) {
            return b;
        }
        if (a instanceof Elements(JsonShape one) && b instanceof Elements(JsonShape other)) {
            return new Elements(merge(one, other));
        }
        if (a instanceof Members(Map<String, JsonShape> one) && b instanceof Members(Map<String, JsonShape> other)) {
            Map<String, JsonShape> members = new TreeMap<>(one);
            other.forEach((name, shape) -> members.merge(name, shape, JsonShape::merge));
            return new Members(members);
        }
        boolean numbers = (a == Scalar.WHOLE && b == Scalar.FRACTION) || (a == Scalar.FRACTION && b == Scalar.WHOLE);
        return numbers ? Scalar.FRACTION : Scalar.MIXED;
    }
}
