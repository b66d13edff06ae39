package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.segment.SegmentBuilder.Delimiting;

/// A mark that is kept of an error object that was redriven.
///
/// @param name       of its files: a hash of bucket, key and content
/// @param bucket     where the object was
/// @param key        likewise
/// @param records    how many records it holds
/// @param leftOut    how many lines that are none
/// @param delimiting of what the stream delivered when the redrive began: its records are cut by it, at each attempt
/// @param state      how far it got
record RedriveMark(String name, String bucket, String key, long records, long leftOut, Delimiting delimiting,
        State state) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The state of a redrive.
    enum State {
        /// Some of its records may be staged.
        BEGUN,
        /// All are.
        DONE
    }

    RedriveMark done() {
        return new RedriveMark(name, bucket, key, records, leftOut, delimiting, State.DONE);
    }

    ObjectNode toJson() {
        return JSON.createObjectNode().put("name", name).put("bucket", bucket).put("key", key).put("records", records)
                .put("leftOut", leftOut).put("delimiting", delimiting.name()).put("state", state.name());
    }

    /// @param now how the stream's records are delimited: an earlier version went by that, and its marks don't tell
    static RedriveMark of(JsonNode json, Delimiting now) {
        return new RedriveMark(json.required("name").asText(), json.required("bucket").asText(),
                json.required("key").asText(), json.required("records").asLong(), json.required("leftOut").asLong(),
                Delimiting.valueOf(json.path("delimiting").asText(now.name())),
                State.valueOf(json.required("state").asText()));
    }
}
