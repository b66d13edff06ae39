package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A documented schema: as much of JSON Schema as those of `docs/reference/json` use, and nothing else in them.
record JsonSchema(JsonNode root) {
    private static final List<String> WORDS = List.of("$schema", "title", "type", "description", "properties",
            "required", "additionalProperties", "items", "enum");

    static JsonSchema of(String name) throws IOException {
        return new JsonSchema(
                new ObjectMapper().readTree(Path.of("../../docs/reference/json", name + ".schema.json").toFile()));
    }

    /// Fails a test whose command printed something else than its schema says.
    static void requireOf(String name, JsonNode printed) throws IOException {
        assertEquals(List.of(), of(name).faults(printed), printed.toString());
    }

    /// Why `value` is not as the schema says; empty when it is.
    List<String> faults(JsonNode value) {
        List<String> faults = new ArrayList<>();
        check(root, value, "$", faults);
        return faults;
    }

    private static void check(JsonNode schema, JsonNode value, String path, List<String> faults) {
        schema.fieldNames().forEachRemaining(word -> {
            if (!WORDS.contains(word)) {
                faults.add(path + ": the schema's " + word + " is not looked at");
            }
        });
        if (schema.path("description").asText().isBlank()) {
            faults.add(path + " is not described");
        }
        JsonNode type = schema.path("type");
        if (type.isArray()
                ? type.valueStream().noneMatch(one -> isOf(one.asText(), value))
                : !isOf(type.asText(), value)) {
            faults.add(path + " is no " + type + ": " + value);
        }
        if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
            faults.add(path + " is none of " + schema.get("enum") + ": " + value);
        }
        value.properties().forEach(member -> {
            JsonNode of = schema.path("properties").path(member.getKey());
            JsonNode others = schema.path("additionalProperties");
            if (of.isObject() || others.isObject()) {
                check(of.isObject() ? of : others, member.getValue(), path + "." + member.getKey(), faults);
            } else if (!others.isMissingNode()) {
                faults.add(path + "." + member.getKey() + " is not documented");
            }
        });
        schema.path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                faults.add(path + "." + name.asText() + " is missing");
            }
        });
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            check(schema.path("items"), value.get(i), path + "[" + i + "]", faults);
        }
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "null" -> value.isNull();
            default -> false;
        };
    }
}
