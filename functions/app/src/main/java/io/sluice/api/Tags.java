package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A stream's tags, as three operations see them.
public final class Tags {
    private static final int TAGS_MAX = 50;
    private static final int KEY_CHARS_MAX = 128;
    private static final int VALUE_CHARS_MAX = 256;
    private static final ObjectMapper JSON = new ObjectMapper();

    private Tags() {}

    /// `before` with the request's `Tags`.
    public static SortedMap<String, String> with(Map<String, String> before, JsonNode request) {
        SortedMap<String, String> tags = new TreeMap<>(before);
        int i = 1;
        for (JsonNode tag : request.path("Tags")) {
            String path = "tags." + i + ".member.";
            String key = RequestMembers.text(tag, "Key").orElseThrow(() -> ApiException.missing(path + "key"));
            String value = RequestMembers.text(tag, "Value").orElse("");
            if (key.isEmpty() || key.length() > KEY_CHARS_MAX) {
                throw ApiException.violation(path + "key", key.isEmpty()
                        ? "have length greater than or equal to 1"
                        : "have length less than or equal to " + KEY_CHARS_MAX);
            }
            if (value.length() > VALUE_CHARS_MAX) {
                throw ApiException.violation(path + "value", "have length less than or equal to " + VALUE_CHARS_MAX);
            }
            tags.put(key, value);
            i++;
        }
        if (tags.size() > TAGS_MAX) {
            throw ApiException.of("LimitExceededException", "A stream can have " + TAGS_MAX + " tags at most.");
        }
        return tags;
    }

    /// `before` without the request's `TagKeys`.
    public static SortedMap<String, String> without(Map<String, String> before, JsonNode request) {
        SortedMap<String, String> tags = new TreeMap<>(before);
        if (!request.path("TagKeys").isArray()) {
            throw ApiException.missing("tagKeys");
        }
        request.path("TagKeys").forEach(key -> tags.remove(key.asText()));
        return tags;
    }

    public static ObjectNode list(SortedMap<String, String> tags, JsonNode request) {
        int limit = RequestMembers.integer(request, "Limit", 1, TAGS_MAX, TAGS_MAX);
        String after = RequestMembers.text(request, "ExclusiveStartTagKey").orElse("");
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode listed = answer.putArray("Tags");
        Iterator<Map.Entry<String, String>> rest = tags.tailMap(after + "\0").entrySet().iterator();
        while (rest.hasNext() && listed.size() < limit) {
            Map.Entry<String, String> tag = rest.next();
            listed.addObject().put("Key", tag.getKey()).put("Value", tag.getValue());
        }
        return answer.put("HasMoreTags", rest.hasNext());
    }
}
