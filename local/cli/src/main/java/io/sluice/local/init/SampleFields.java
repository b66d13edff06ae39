package io.sluice.local.init;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.jq.JqException;
import io.sluice.jq.JqProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    /// So many elements a record are the records that somebody means.
    private static final int ELEMENTS_MIN = 5;
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final JqProgram IDENTITY = JqProgram.compile(".");

    private final Map<List<String>, SampleField> fields = new LinkedHashMap<>();
    private final Map<String, Long> elements = new LinkedHashMap<>();
    private long records;

    /// Takes a record in, if it is one JSON object; bytes that are no UTF-8 read as jq reads them.
    public void add(byte[] record) {
        try {
            JsonNode value = read(record);
            if (value.isObject()) {
                records++;
                walk(value, new ArrayList<>());
                value.properties().stream().filter(member -> member.getValue().path(0).isObject()).forEach(
                        member -> elements.merge(member.getKey(), (long) member.getValue().size(), Long::sum));
            }
        } catch (IOException e) {
            // Nothing of it can be a key. Whether it would be rejected is for the functions' steps to say.
            return;
        }
    }

    /// As jq writes it where it is no strict JSON, as the number `014`: jq takes the keys out of such a record, too.
    private static JsonNode read(byte[] record) throws IOException {
        try {
            return JSON.readTree(new String(record, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            return JSON.readTree(asJqReads(record).orElseThrow(() -> e));
        }
    }

    private static Optional<String> asJqReads(byte[] record) {
        try {
            List<String> values = IDENTITY.run(record);
            return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
        } catch (JqException e) {
            return Optional.empty();
        }
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

    /// The array of objects that the records hold far more of than there are records, as CloudTrail's `Records`; empty
    /// where there is none.
    public Optional<String> inside() {
        return elements.entrySet().stream().filter(array -> array.getValue() >= ELEMENTS_MIN * records)
                .max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /// JSON objects.
    public long records() {
        return records;
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
