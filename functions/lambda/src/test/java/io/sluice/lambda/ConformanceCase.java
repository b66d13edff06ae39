package io.sluice.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.testkit.JsonEdit;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.ThrowingConsumer;

/// A row of a case table of whole functions.
///
/// `source` is the sentence that the case shows. The stream is `stream.json`, changed by `set` and `remove`; in paths
/// `@` stands for `$.ExtendedS3DestinationConfiguration`, and `query`, `prefix` and `processors` are short for their
/// paths, the last being put before `MetadataExtraction`. `records` make the event, see [CaseRecord]; with `kinesis` it
/// is a Kinesis event-source batch.
record ConformanceCase(String source, JsonNode row) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROCESSORS = "@.ProcessingConfiguration.Processors";
    private static final String PROCESSORS_AT = "/ExtendedS3DestinationConfiguration"
            + "/ProcessingConfiguration/Processors";

    static Stream<DynamicTest> table(String name, ThrowingConsumer<ConformanceCase> check) throws IOException {
        return StreamSupport.stream(resource(name).spliterator(), false)
                .map(row -> new ConformanceCase(row.get("source").textValue(), row))
                .map(each -> DynamicTest.dynamicTest(each.source, () -> check.accept(each)));
    }

    static JsonNode resource(String name) throws IOException {
        try (InputStream json = Objects.requireNonNull(ConformanceCase.class.getResourceAsStream(name), name)) {
            return JSON.readTree(json);
        }
    }

    JsonNode configuration(String delivery) throws IOException {
        JsonNode request = resource("stream.json");
        JsonEdit.set(request, "$.Sluice.Delivery", TextNode.valueOf(delivery));
        if (row.has("query")) {
            JsonEdit.set(request, PROCESSORS + "[0].Parameters[0].ParameterValue", row.get("query"));
        }
        if (row.has("prefix")) {
            JsonEdit.set(request, "@.Prefix", row.get("prefix"));
        }
        row.path("set").properties().forEach(change -> JsonEdit.set(request, change.getKey(), change.getValue()));
        row.path("remove").forEach(path -> JsonEdit.remove(request, path.asText()));
        List<JsonNode> first = new ArrayList<>();
        row.path("processors").forEach(first::add);
        for (int i = 0; i < first.size(); i++) {
            ((ArrayNode) request.at(PROCESSORS_AT)).insert(i, first.get(i));
        }
        return request;
    }

    List<CaseRecord> records() throws IOException {
        List<CaseRecord> records = new ArrayList<>();
        for (JsonNode record : row.path("records")) {
            records.add(CaseRecord.of(record));
        }
        return records;
    }

    /// The event as its source sends it on one attempt.
    byte[] event(int attempt) throws IOException {
        if (row.has("event")) {
            return JSON.writeValueAsBytes(row.get("event"));
        }
        ObjectNode event = JSON.createObjectNode();
        if (row.path("kinesis").asBoolean()) {
            ArrayNode all = event.putArray("Records");
            records().forEach(record -> kinesis(all, record));
        } else {
            event.put("invocationId", "attempt " + attempt);
            event.put("deliveryStreamArn", "arn:aws:firehose:eu-west-1:123456789012:deliverystream/orders");
            event.put("region", "eu-west-1");
            ArrayNode all = event.putArray("records");
            records().forEach(record -> all.addObject().put("recordId", "49" + all.size())
                    .put("approximateArrivalTimestamp", Instant.parse(record.arrival()).toEpochMilli())
                    .put("data", record.data()));
        }
        return JSON.writeValueAsBytes(event);
    }

    private static void kinesis(ArrayNode all, CaseRecord record) {
        String sequenceNumber = "4951" + all.size();
        ObjectNode item = all.addObject().put("eventSource", "aws:kinesis")
                .put("eventID", "shardId-000000000000:" + sequenceNumber)
                .put("eventSourceARN", "arn:aws:kinesis:eu-west-1:123456789012:stream/orders");
        item.putObject("kinesis").put("partitionKey", "p").put("sequenceNumber", sequenceNumber)
                .put("data", record.data())
                .put("approximateArrivalTimestamp", Instant.parse(record.arrival()).toEpochMilli() / 1e3);
    }
}
