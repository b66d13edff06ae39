package io.sluice.local.init;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The fields of a sample's records that could be keys: what is in objects, but not in arrays. For one thread.
public final class SampleFields {
    private static final int FIELDS_MAX = 2_000;
    private static final int DEPTH_MAX = 8;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<List<String>, SampleField> fields = new LinkedHashMap<>();
    private long records;
    private long others;

    /// Takes a record in.
    public void add(byte[] record) {
        try {
            JsonNode value = JSON.readTree(record);
            if (value != null && value.isObject()) {
                records++;
                walk(value, new ArrayList<>());
                return;
            }
        } catch (IOException e) {
            // What is no JSON is told by its number, and nothing of it can be a key.
            others++;
            return;
        }
        others++;
    }

    /// Counts a record that is none for the reader of the input.
    public void addRefused() {
        others++;
    }

    private void walk(JsonNode object, List<String> path) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            path.add(member.getKey());
            JsonNode value = member.getValue();
            if (value.isObject() && path.size() < DEPTH_MAX) {
                walk(value, path);
            } else if (value.isValueNode() && !value.isNull()) {
                SampleField field = fields.get(path);
                if (field == null && fields.size() < FIELDS_MAX) {
                    field = new SampleField(path);
                    fields.put(List.copyOf(path), field);
                }
                if (field != null) {
                    field.add(value);
                }
            }
            path.removeLast();
        }
    }

    /// JSON objects.
    public long records() {
        return records;
    }

    /// Records that are no JSON objects.
    public long others() {
        return others;
    }

    Collection<SampleField> fields() {
        return fields.values();
    }

    /// The field that `--keys` calls `name`: its path with dots, or its last name where only one has it.
    Optional<SampleField> named(String name) {
        Optional<SampleField> whole = fields.values().stream().filter(field -> field.name().equals(name)).findFirst();
        if (whole.isPresent()) {
            return whole;
        }
        List<SampleField> ending = fields.values().stream().filter(field -> field.name().endsWith("." + name)).toList();
        return ending.size() == 1 ? Optional.of(ending.getFirst()) : Optional.empty();
    }
}
