package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testkit.wire.Aggregates;
import io.sluice.testkit.wire.Gzip;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.stream.StreamSupport;

/// A record of a case: a text, or an object with one of `text`, `gzip` (a text to be compressed), `base64`, `bytes`
/// (how many letters) and `aggregate` (texts that the Kinesis Producer Library packs; `appended`, in base64, ends the
/// message), and perhaps an `arrival`.
record CaseRecord(byte[] data, String arrival) {
    private static final String NOON = StreamInMemory.NOON.toString();

    static CaseRecord of(JsonNode record) throws IOException {
        return record.isTextual()
                ? new CaseRecord(record.textValue().getBytes(UTF_8), NOON)
                : new CaseRecord(data(record), record.path("arrival").asText(NOON));
    }

    private static byte[] data(JsonNode record) throws IOException {
        if (record.has("gzip")) {
            return Gzip.of(record.get("gzip").textValue().getBytes(UTF_8));
        }
        if (record.has("base64")) {
            return Base64.getDecoder().decode(record.get("base64").textValue());
        }
        if (record.has("bytes")) {
            return "x".repeat(record.get("bytes").intValue()).getBytes(UTF_8);
        }
        if (record.has("aggregate")) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            message.writeBytes(Aggregates.message(StreamSupport.stream(record.get("aggregate").spliterator(), false)
                    .map(JsonNode::textValue).toArray(String[]::new)));
            message.writeBytes(Base64.getDecoder().decode(record.path("appended").asText()));
            return Aggregates.framed(message.toByteArray());
        }
        return record.get("text").textValue().getBytes(UTF_8);
    }
}
