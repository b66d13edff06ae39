package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Runs `firehose-cases.json` through the transform function in delivery `firehose`. Beside its [source and
/// stream][ConformanceCase] a case has `answers`, one for each record in order: `result`, and where it is `Ok` the
/// `data` (left out where it is the record's own) and the `keys` in `metadata.partitionKeys`.
final class FirehoseConformanceTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> eachCaseGivesWhatItsSourceSays() throws IOException {
        return ConformanceCase.table("firehose-cases.json", FirehoseConformanceTest::check);
    }

    private static void check(ConformanceCase each) throws IOException {
        StreamInMemory stream = new StreamInMemory(each.configuration("firehose"));
        byte[] event = each.event(1);
        byte[] response = stream.transform(event);
        assertTrue(response.length <= 6 * 1024 * 1024, () -> response.length + " bytes");
        JsonNode answers = JSON.readTree(response).get("records");
        JsonNode records = JSON.readTree(event).get("records");
        List<CaseRecord> given = each.records();
        assertEquals(each.row().get("answers").size(), answers.size());
        for (int i = 0; i < answers.size(); i++) {
            JsonNode expected = each.row().get("answers").get(i);
            boolean untouched = expected.get("result").asText().equals("Ok") && !expected.has("data");
            assertEquals(expected(expected, given.get(i), records.get(i)), answers.get(i));
            assertTrue(!untouched || answers.get(i).get("data").equals(records.get(i).get("data")));
        }
        assertTrue(stream.ports.stagingBucket.contents().isEmpty(), "this delivery keeps nothing");
        assertEquals(0, stream.ports.entries.entries());
    }

    private static ObjectNode expected(JsonNode expected, CaseRecord given, JsonNode record) {
        String result = expected.get("result").asText();
        ObjectNode answer = JSON.createObjectNode().put("recordId", record.get("recordId").asText());
        answer.put("result", result);
        if (!result.equals("Ok")) {
            return answer.put("data", "");
        }
        ObjectNode base64 = JSON.createObjectNode().put("data",
                expected.has("data") ? expected.get("data").asText().getBytes(UTF_8) : given.data());
        answer.put("data", base64.get("data").asText());
        if (expected.has("keys")) {
            answer.putObject("metadata").set("partitionKeys", expected.get("keys"));
        }
        return answer;
    }
}
