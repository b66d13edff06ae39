package io.sluice.local.expect;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.UsageException;
import io.sluice.local.report.PlainText;
import io.sluice.local.report.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The members of one object of a test file. A member of the wrong type is refused, and so is one that was never asked
/// for.
final class Members {
    private final JsonNode object;
    private final String path;
    private final TestSource source;
    private final Set<String> known = new LinkedHashSet<>();

    /// @param path JSON path of `object`
    /// @throws UsageException when it is no object
    Members(JsonNode object, String path, TestSource source) {
        this.object = object;
        this.path = path;
        this.source = source;
        if (!object.isObject()) {
            throw refused("", "expected an object, found " + kind(object));
        }
    }

    /// The line that the object begins in, from 1; 0: not known.
    int line() {
        return source.line(path);
    }

    /// The member; one that is null is refused, since nobody can tell what it is to say.
    Optional<JsonNode> any(String name) {
        known.add(name);
        JsonNode value = object.get(name);
        if (value != null && value.isNull()) {
            throw refused(name, "null says nothing; give a value, or leave it out");
        }
        return Optional.ofNullable(value);
    }

    /// Whatever the member holds, null too.
    Optional<JsonNode> value(String name) {
        known.add(name);
        return Optional.ofNullable(object.get(name));
    }

    Optional<String> text(String name) {
        return any(name).map(value -> text(name, value));
    }

    /// @throws UsageException when there is none
    String required(String name, String why) {
        return text(name).filter(text -> !text.isBlank())
                .orElseThrow(() -> refused("", "there is no " + name + ", " + why));
    }

    private String text(String name, JsonNode value) {
        if (value.isTextual()) {
            return value.textValue();
        }
        throw refused(name, "expected a text, found " + kind(value) + (value.isValueNode()
                ? "; write it in quotes, \"" + value.asText() + "\", as the path has it"
                : ""));
    }

    /// The elements of an array, and an object or another value as one element.
    List<JsonNode> elements(String name) {
        List<JsonNode> elements = new ArrayList<>();
        any(name).ifPresent(value -> {
            if (value.isArray()) {
                value.forEach(elements::add);
            } else {
                elements.add(value);
            }
        });
        return elements;
    }

    Optional<Members> object(String name) {
        return any(name).map(value -> new Members(value, path(name), source));
    }

    /// Every member as a text, by name.
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties().forEach(member -> texts.put(member.getKey(), text(member.getKey(), member.getValue())));
        return texts;
    }

    /// @param index of an element of the member `name`; negative: the member itself is the only one
    Members element(String name, int index, JsonNode value) {
        return new Members(value, path(name) + (index < 0 ? "" : "[" + index + "]"), source);
    }

    boolean isArray(String name) {
        return object.path(name).isArray();
    }

    /// @throws UsageException naming the first member that was never asked for
    void rejectOthers() {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw refused(name, "there is no field \"" + PlainText.of(name) + "\"" + Spelling.hint(name, known)
                        + " (here are " + String.join(", ", known) + ")");
            }
        });
    }

    /// @param name a member's, or empty: the object itself
    UsageException refused(String name, String why) {
        return source.refused(name.isEmpty() ? path : path(name), why);
    }

    private String path(String name) {
        return TestSource.member(path, name);
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT, POJO -> "an object";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "a number";
            case STRING, BINARY -> "a text";
            case NULL, MISSING -> "nothing";
        };
    }
}
