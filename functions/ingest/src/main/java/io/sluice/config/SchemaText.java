package io.sluice.config;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.config.FieldFacts.Field;
import io.sluice.config.FieldLog.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Pieces of JSON Schema as maps, lists, texts, numbers and booleans, and their text.
final class SchemaText {
    /// A text of any characters; said by its length alone.
    private static final String ANYTHING = "(?s).*";

    private SchemaText() {}

    /// Returns the schema of a member. One that is null is read as if it were left out, so that null is right wherever
    /// the member may be left out.
    ///
    /// @param object  what it has where it is an object
    /// @param element what its elements have where they are objects
    static Map<String, Object> member(Field field, Supplier<Map<String, Object>> object,
            Supplier<Map<String, Object>> element) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (field.kinds().contains(Kind.OBJECT)) {
            schema.putAll(object.get());
        }
        if (!field.kinds().isEmpty()) {
            schema.put("type", types(field.kinds(), !field.isRequired()));
        }
        if (!field.values().isEmpty()) {
            List<Object> values = new ArrayList<>(field.values());
            if (!field.isRequired()) {
                values.add(NULL);
            }
            schema.put("enum", values);
        }
        field.count().ifPresent(count -> {
            schema.put("minItems", count.min());
            if (count.max() < Integer.MAX_VALUE) {
                schema.put("maxItems", count.max());
            }
        });
        field.range().ifPresent(range -> {
            schema.put("minimum", range.min());
            schema.put("maximum", range.max());
        });
        field.chars().ifPresent(chars -> {
            schema.put("minLength", chars.min());
            schema.put("maxLength", chars.max());
            if (!chars.pattern().pattern().equals(ANYTHING)) {
                schema.put("pattern", pattern(chars.pattern().pattern()));
            }
        });
        if (field.elements().contains(Kind.OBJECT)) {
            schema.put("items", element.get());
        } else if (!field.elements().isEmpty()) {
            schema.put("items", Map.of("type", types(field.elements(), false)));
        }
        if (field.kinds().contains(Kind.TEXT_MAP)) {
            schema.put("additionalProperties", Map.of("type", "string"));
        }
        return schema;
    }

    /// Stands for JSON's null, which no map has room for.
    private static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    private static Object types(Set<Kind> kinds, boolean orNull) {
        List<Object> types = new ArrayList<>(kinds.stream().map(SchemaText::type).distinct().toList());
        if (orNull) {
            types.add("null");
        }
        return types.size() == 1 ? types.getFirst() : types;
    }

    private static String type(Kind kind) {
        return switch (kind) {
            case TEXT -> "string";
            case FLAG -> "boolean";
            case WHOLE -> "integer";
            case NUMBER -> "number";
            case OBJECT, TEXT_MAP -> "object";
            case ARRAY -> "array";
        };
    }

    /// A pattern of Java's that a text matches as a whole, in ECMAScript's words, as the schema's readers have them.
    private static String pattern(String java) {
        return "^(?:" + java.replace("\\P{Cntrl}", "[^\\u0000-\\u001f\\u007f]").replace("\\p{Cntrl}",
                "\\u0000-\\u001f\\u007f") + ")$";
    }

    /// Returns a rule that holds of an object whose member `name` is the text or truth `value`.
    static Map<String, Object> when(String name, Object value, Map<String, Object> then) {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("properties", Map.of(name, Map.of("const", value)));
        condition.put("required", List.of(name));
        return rule(condition, then);
    }

    /// Returns a rule that holds of an object that has no `name`, or one that is null.
    static Map<String, Object> without(String name, Map<String, Object> then) {
        return rule(Map.of("properties", Map.of(name, Map.of("const", NULL))), then);
    }

    private static Map<String, Object> rule(Map<String, Object> condition, Map<String, Object> then) {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("if", condition);
        rule.put("then", then);
        return rule;
    }

    /// The members that an object may have, by name.
    static Map<String, Object> properties(Map<String, Object> object) {
        Map<String, Object> properties = new LinkedHashMap<>();
        if (object.get("properties") instanceof Map<?, ?> members) {
            members.forEach((name, form) -> properties.put(String.valueOf(name), form));
        }
        return properties;
    }

    static void write(Object value, JsonGenerator to) throws IOException {
        switch (value) {
            case Map<?, ?> object -> {
                to.writeStartObject();
                for (var member : object.entrySet()) {
                    to.writeFieldName(String.valueOf(member.getKey()));
                    write(member.getValue(), to);
                }
                to.writeEndObject();
            }
            case List<?> array -> {
                to.writeStartArray();
                for (Object element : array) {
                    write(element, to);
                }
                to.writeEndArray();
            }
            case String text -> to.writeString(text);
            case Integer number -> to.writeNumber(number);
            case Boolean flag -> to.writeBoolean(flag);
            default -> to.writeNull();
        }
    }
}
