package io.sluice.testkit.promise;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The members of documents that a JSON Schema describes, each with its type, its bounds and whether it must be there;
/// and each value of an enumeration. Texts for people are left out.
public final class SchemaMembers {
    private static final Set<String> TEXTS = Set.of("$schema", "title", "description");
    private static final Set<String> PLACED = Set.of("properties", "required", "enum");

    private final String needed;
    private final SortedMap<String, String> members = new TreeMap<>();

    private SchemaMembers(String needed) {
        this.needed = needed;
    }

    /// The members, each under its path, as promises.
    ///
    /// @param root   what paths begin with
    /// @param needed what a member that must be there is called: `required` of a document that users write, another
    ///               word of one that they read
    public static SortedMap<String, String> of(JsonNode schema, String root, String needed) {
        var members = new SchemaMembers(needed);
        members.add(root, schema, false);
        return members.members;
    }

    private void add(String path, JsonNode schema, boolean isNeeded) {
        List<String> meaning = new ArrayList<>();
        if (isNeeded) {
            meaning.add(needed);
        }
        Iterator<Map.Entry<String, JsonNode>> keywords = schema.properties().iterator();
        while (keywords.hasNext()) {
            var keyword = keywords.next();
            if (!TEXTS.contains(keyword.getKey()) && !PLACED.contains(keyword.getKey())) {
                addKeyword(path, keyword.getKey(), keyword.getValue(), meaning);
            }
        }
        schema.path("enum").forEach(value -> members.put(path + ": " + value.asText(), "a value"));
        schema.path("properties").properties().forEach(member -> add(path + "." + member.getKey(), member.getValue(),
                isRequired(schema, member.getKey())));
        schema.path("required").forEach(name -> {
            if (!schema.path("properties").has(name.asText())) {
                members.put(path + "." + name.asText() + " there", needed);
            }
        });
        members.put(path, String.join(", ", meaning));
    }

    private static boolean isRequired(JsonNode schema, String name) {
        for (JsonNode each : schema.path("required")) {
            if (each.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void addKeyword(String path, String keyword, JsonNode value, List<String> meaning) {
        if (keyword.equals("items")) {
            add(path + "[]", value, false);
        } else if (keyword.equals("$defs")) {
            value.properties().forEach(each -> add(path + "/" + each.getKey(), each.getValue(), false));
        } else if (value.isObject()) {
            add(path + " " + keyword, value, false);
        } else if (value.isArray() && value.path(0).isObject()) {
            for (int at = 0; at < value.size(); at++) {
                add(path + " " + keyword + " " + (at + 1), value.get(at), false);
            }
        } else if (value.isArray()) {
            List<String> values = new ArrayList<>();
            value.forEach(each -> values.add(each.asText()));
            meaning.add(keyword + " " + String.join("|", values));
        } else {
            meaning.add(keyword + " " + value.asText());
        }
    }
}
