package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;

/// The answer of `ListDeliveryStreams`.
public final class StreamNames {
    private static final int NAMES_LISTED = 10;
    private static final int NAMES_LISTED_MAX = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private StreamNames() {}

    /// The names that a request asks for.
    public static ObjectNode list(NavigableSet<String> all, JsonNode request) {
        int limit = RequestMembers.integer(request, "Limit", 1, NAMES_LISTED_MAX, NAMES_LISTED);
        String after = RequestMembers.text(request, "ExclusiveStartDeliveryStreamName").orElse("");
        boolean any = RequestMembers.text(request, "DeliveryStreamType").map("DirectPut"::equals).orElse(true);
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode names = answer.putArray("DeliveryStreamNames");
        Iterator<String> rest = any ? all.tailSet(after, false).iterator() : List.<String>of().iterator();
        while (rest.hasNext() && names.size() < limit) {
            names.add(rest.next());
        }
        return answer.put("HasMoreDeliveryStreams", rest.hasNext());
    }
}
