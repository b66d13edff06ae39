package io.sluice.local.serve.function;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.ingest.RecordFunction.Answer;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Judges a function's answer to a transformation event as Firehose does: what is wrong with the answer as a whole
/// fails the call, what is wrong with one record fails that record.
///
/// Source: Amazon Data Firehose Developer Guide, "Required parameters for data transformation"; error records of the
/// live service. Not known of it, and decided here: of a record that is answered twice no answer counts, whatever the
/// answers were; keys that are numbers or booleans are taken as text, and null is no key.
final class FunctionAnswer {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private FunctionAnswer() {}

    /// An answer, read.
    sealed interface Judged {
        /// The outcome of each record, by the record's id; of unknown ids too.
        record Usable(Map<String, Outcome> records) implements Judged {
            /// Returns the outcome of a record.
            Outcome of(String recordId) {
                return records.getOrDefault(recordId, new Outcome.Bad(Reject.MISSING_RECORD_ID));
            }
        }

        /// The call failed.
        record Unusable(Reject reject) implements Judged {}
    }

    /// The outcome of a record.
    sealed interface Outcome {
        record Good(Answer answer) implements Outcome {}

        record Bad(Reject reject) implements Outcome {}
    }

    static Judged read(byte[] answer) {
        try {
            return judge(JSON.readTree(answer));
        } catch (UnusableException e) {
            return new Judged.Unusable(e.reject);
        } catch (JsonProcessingException e) {
            return new Judged.Unusable(Reject.UNREADABLE_ANSWER);
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
    }

    private static Judged judge(JsonNode root) throws UnusableException {
        JsonNode records = root.path("records");
        if (root.isNull() || (root.isObject() && (records.isMissingNode() || records.isNull()))) {
            // A runtime emulator tells a function's error by nothing but the answer's form.
            return root.has("errorMessage") || root.has("errorType")
                    ? new Judged.Unusable(Reject.FUNCTION_ERROR)
                    : new Judged.Usable(Map.of());
        }
        if (!records.isArray()) {
            throw new UnusableException(Reject.UNREADABLE_ANSWER);
        }
        Map<String, Outcome> outcomes = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (JsonNode record : records) {
            String id = record.path("recordId").asText("");
            Outcome outcome = outcome(record);
            outcomes.put(id, seen.add(id) ? outcome : new Outcome.Bad(Reject.DUPLICATED_RECORD_ID));
        }
        return new Judged.Usable(outcomes);
    }

    private static Outcome outcome(JsonNode record) throws UnusableException {
        if (!record.isObject()) {
            throw new UnusableException(Reject.UNREADABLE_ANSWER);
        }
        return switch (record.path("result").asText("")) {
            case "Ok" -> {
                Optional<byte[]> data = data(record.path("data"));
                yield data.isEmpty()
                        ? new Outcome.Bad(Reject.INVALID_RETURN_FORMAT)
                        : new Outcome.Good(new Answer.Kept(data.get(), keys(record.path("metadata"))));
            }
            case "Dropped" -> new Outcome.Good(new Answer.Dropped());
            case "ProcessingFailed" -> new Outcome.Bad(Reject.PROCESSING_FAILED);
            default -> throw new UnusableException(Reject.INVALID_RESULT);
        };
    }

    private static Optional<byte[]> data(JsonNode data) throws UnusableException {
        if (data.isMissingNode() || data.isNull()) {
            return Optional.empty();
        }
        if (!data.isTextual()) {
            throw new UnusableException(Reject.UNREADABLE_ANSWER);
        }
        try {
            return Optional.of(Base64.getDecoder().decode(data.textValue()));
        } catch (IllegalArgumentException e) {
            throw new UnusableException(Reject.FUNCTION_ERROR);
        }
    }

    private static Map<String, String> keys(JsonNode metadata) throws UnusableException {
        JsonNode given = metadata.path("partitionKeys");
        boolean isAbsent = given.isMissingNode() || given.isNull();
        if (!isAbsent && !given.isObject()) {
            throw new UnusableException(Reject.UNREADABLE_ANSWER);
        }
        Map<String, String> keys = new HashMap<>();
        for (Map.Entry<String, JsonNode> key : given.properties()) {
            if (key.getValue().isContainerNode()) {
                throw new UnusableException(Reject.UNREADABLE_ANSWER);
            }
            if (!key.getValue().isNull()) {
                keys.put(key.getKey(), key.getValue().asText());
            }
        }
        return keys;
    }

    /// The answer fails the call.
    private static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Reject reject;

        UnusableException(Reject reject) {
            super(reject.code());
            this.reject = reject;
        }
    }
}
