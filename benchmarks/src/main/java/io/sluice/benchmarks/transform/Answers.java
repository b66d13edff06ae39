package io.sluice.benchmarks.transform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A response's content, whatever the order of its fields, and what it has to be.
final class Answers {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Answers() {}

    private record Answer(String recordId, String result, String data, Map<String, String> keys) {}

    /// @throws WrongOutputException when `response` is not the answer to `batch` of `clicks`
    static void check(String contestant, byte[] response, Clickstream clicks, Batch batch, long from)
            throws IOException {
        List<Answer> answers = read(response);
        WrongOutputException.unlessEqual(contestant + ": the number of answers", batch.records().size(),
                answers.size());
        for (int i = 0; i < answers.size(); i++) {
            BatchRecord record = batch.records().get(i);
            Map<String, String> keys = Map.of("customer_id", clicks.customer(from + i), "device",
                    clicks.device(from + i), "year", "2026", "month", "08", "day", "09", "hour", "20");
            Answer expected = new Answer(record.recordId(), "Ok", Base64.getEncoder().encodeToString(record.data()),
                    new TreeMap<>(keys));
            WrongOutputException.unlessEqual(contestant + ": answer " + i, expected, answers.get(i));
        }
    }

    private static List<Answer> read(byte[] response) throws IOException {
        List<Answer> answers = new ArrayList<>();
        for (JsonNode record : JSON.readTree(response).required("records")) {
            Map<String, String> keys = new TreeMap<>();
            record.at("/metadata/partitionKeys").properties()
                    .forEach(key -> keys.put(key.getKey(), key.getValue().asText()));
            answers.add(new Answer(record.path("recordId").asText(), record.path("result").asText(),
                    record.path("data").asText(), keys));
        }
        return answers;
    }
}
