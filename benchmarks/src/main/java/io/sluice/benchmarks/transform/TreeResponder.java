package io.sluice.benchmarks.transform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Base64;
import java.util.Map;

/// A responder as a user would write it in Java: Jackson's trees of the event and of each record, and a tree for the
/// response.
final class TreeResponder implements Responder {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Keys keys;

    TreeResponder(Keys keys) {
        this.keys = keys;
    }

    /// The keys of one record.
    @FunctionalInterface
    interface Keys {
        Map<String, String> of(JsonNode click) throws IOException;
    }

    @Override
    public byte[] respond(byte[] event) throws IOException {
        ObjectNode response = JSON.createObjectNode();
        ArrayNode answers = response.putArray("records");
        for (JsonNode record : JSON.readTree(event).required("records")) {
            String data = record.required("data").textValue();
            JsonNode click = JSON.readTree(Base64.getDecoder().decode(data));
            ObjectNode answer = answers.addObject().put("recordId", record.required("recordId").textValue())
                    .put("result", "Ok").put("data", data);
            ObjectNode partitionKeys = answer.putObject("metadata").putObject("partitionKeys");
            keys.of(click).forEach(partitionKeys::put);
        }
        return JSON.writeValueAsBytes(response);
    }
}
