package io.sluice.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// A JSON value that knows where in its document it stands.
sealed interface JsonValue {
    Place place();

    /// The value's kind, as a message names it.
    String kind();

    /// A position in a document.
    ///
    /// @param path  JSON path, as `$.Sluice.Delivery`
    /// @param order rises from the document's start to its end
    record Place(String path, int order) {
        static final Place DOCUMENT = new Place("$", 0);

        /// The place that a member has, or would have if it were there.
        Place member(String name) {
            boolean plain = !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
            return new Place(plain ? path + "." + name : path + "['" + name.replace("'", "\\'") + "']", order);
        }

        Place element(int index) {
            return new Place(path + "[" + index + "]", order);
        }

        Place at(int position) {
            return new Place(path, position);
        }
    }

    record Text(Place place, String value) implements JsonValue {
        @Override
        public String kind() {
            return "a string";
        }
    }

    record Decimal(Place place, BigDecimal value) implements JsonValue {
        @Override
        public String kind() {
            return "a number";
        }
    }

    record Flag(Place place, boolean value) implements JsonValue {
        @Override
        public String kind() {
            return "a boolean";
        }
    }

    record Null(Place place) implements JsonValue {
        @Override
        public String kind() {
            return "null";
        }
    }

    record Array(Place place, List<JsonValue> elements) implements JsonValue {
        @Override
        public String kind() {
            return "an array";
        }
    }

    record Structure(Place place, Map<String, JsonValue> members) implements JsonValue {
        @Override
        public String kind() {
            return "an object";
        }
    }
}
