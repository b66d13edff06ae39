package io.sluice.local.batch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Reads the transform function's answer as Firehose does: every record must be answered once, by its id.
public final class AnswerCheck {
    private static final JsonFactory JSON = new JsonFactory();

    private AnswerCheck() {}

    /// Returns the number of `batch`'s records for each result that they were answered with (`Ok`, `Dropped`,
    /// `ProcessingFailed`).
    ///
    /// @throws IllegalStateException when the answer is not one to `batch`: a record that is missing, answered twice or
    ///         unknown, a result that Firehose does not know, or no JSON
    public static Map<String, Long> results(Batch batch, byte[] answer) {
        Map<String, Boolean> answered = new HashMap<>(batch.records().size() * 2);
        for (BatchRecord record : batch.records()) {
            answered.put(record.recordId(), false);
        }
        Map<String, Long> results = new TreeMap<>();
        try (JsonParser parser = JSON.createParser(answer)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals("records")) {
                    parser.nextToken();
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        record(parser, answered, results);
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("The transform function's answer is not JSON: " + e.getMessage(), e);
        }
        answered.forEach((id, isAnswered) -> {
            if (!isAnswered) {
                throw new IllegalStateException("The transform function did not answer record " + id);
            }
        });
        return results;
    }

    private static void record(JsonParser parser, Map<String, Boolean> answered, Map<String, Long> results)
            throws IOException {
        String id = "";
        String result = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "recordId" -> id = Objects.requireNonNullElse(parser.getText(), "");
                case "result" -> result = Objects.requireNonNullElse(parser.getText(), "");
                default -> parser.skipChildren();
            }
        }
        Boolean isAnswered = answered.put(id, true);
        if (isAnswered == null || isAnswered) {
            throw new IllegalStateException(
                    "The transform function answered record " + id
                            + (isAnswered == null ? ", which it was not given" : " twice"));
        }
        if (!result.equals("Ok") && !result.equals("Dropped") && !result.equals("ProcessingFailed")) {
            throw new IllegalStateException("The transform function answered record " + id + " with '" + result + "'");
        }
        results.merge(result, 1L, Long::sum);
    }
}
