package io.sluice.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/// Requests that are small enough to be a tree.
public final class JsonRequest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonRequest() {}

    /// The answer of an operation, as bytes.
    ///
    /// @throws ApiException when the request is no JSON object, or the operation's own
    public static byte[] answer(HttpCall call, Function<JsonNode, ObjectNode> operation) {
        try {
            return JSON.writeValueAsBytes(operation.apply(read(call.body())));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can be written", e);
        }
    }

    private static JsonNode read(byte[] body) {
        try {
            return Optional.ofNullable(JSON.readTree(body)).filter(JsonNode::isObject)
                    .orElseThrow(JsonRequest::notJson);
        } catch (IOException e) {
            throw notJson();
        }
    }

    private static ApiException notJson() {
        return ApiException.of("SerializationException", "The request is no JSON object");
    }
}
