package io.sluice.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// The answers of `PutRecord` and `PutRecordBatch`.
public final class PutAnswer {
    private static final JsonFactory JSON = new JsonFactory();

    private PutAnswer() {}

    /// The answer of `PutRecord`.
    public static byte[] record(String id, boolean isEncrypted) {
        return json(answer -> {
            answer.writeStringField("RecordId", id);
            answer.writeBooleanField("Encrypted", isEncrypted);
        });
    }

    /// The answer of `PutRecordBatch`.
    ///
    /// @param ids of the records, in their order; empty: it is to come again
    public static byte[] batch(List<Optional<String>> ids, boolean isEncrypted) {
        return json(answer -> {
            answer.writeNumberField("FailedPutCount", ids.stream().filter(Optional::isEmpty).count());
            answer.writeBooleanField("Encrypted", isEncrypted);
            answer.writeArrayFieldStart("RequestResponses");
            for (Optional<String> id : ids) {
                answer.writeStartObject();
                if (id.isPresent()) {
                    answer.writeStringField("RecordId", id.get());
                } else {
                    answer.writeStringField("ErrorCode", "ServiceUnavailableException");
                    answer.writeStringField("ErrorMessage", "Slow down.");
                }
                answer.writeEndObject();
            }
            answer.writeEndArray();
        });
    }

    /// Writes the members of an object.
    @FunctionalInterface
    private interface Members {
        void write(JsonGenerator answer) throws IOException;
    }

    /// Without any space: Fluent Bit looks for `"FailedPutCount":0` in the text.
    private static byte[] json(Members members) {
        var bytes = new ByteArrayOutputStream();
        try (JsonGenerator answer = JSON.createGenerator(bytes)) {
            answer.writeStartObject();
            members.write(answer);
            answer.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return bytes.toByteArray();
    }
}
