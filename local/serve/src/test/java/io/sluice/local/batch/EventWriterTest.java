package io.sluice.local.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventWriterTest {
    private static final Instant ARRIVAL = Instant.ofEpochMilli(1_517_363_399_650L);

    private final EventWriter writer = new EventWriter("quakes");
    private final Batch batch = new Batch(3, ARRIVAL,
            List.of(new BatchRecord("id-1", ARRIVAL, "{\"a\":1}".getBytes(UTF_8)),
                    new BatchRecord("id-2", ARRIVAL, new byte[0]),
                    new BatchRecord("id-3", ARRIVAL, new byte[]{(byte) 0xFF, 0})),
            9);

    @Test
    void theEventHasFirehosesFieldsInFirehosesOrder() throws IOException {
        JsonNode event = new ObjectMapper().readTree(writer.write(batch, 0));
        assertEquals(List.of("invocationId", "deliveryStreamArn", "region", "records"), names(event));
        assertEquals("arn:aws:firehose:us-east-1:123456789012:deliverystream/quakes",
                event.path("deliveryStreamArn").asText());
        JsonNode first = event.path("records").path(0);
        assertEquals(List.of("recordId", "approximateArrivalTimestamp", "data"), names(first));
        assertEquals("id-1", first.path("recordId").asText());
        assertEquals(1_517_363_399_650L, first.path("approximateArrivalTimestamp").asLong());
        assertArrayEquals("{\"a\":1}".getBytes(UTF_8), first.path("data").binaryValue());
        assertEquals("", event.path("records").path(1).path("data").asText());
        assertArrayEquals(new byte[]{(byte) 0xFF, 0}, event.path("records").path(2).path("data").binaryValue());
        assertEquals(3, event.path("records").size());
    }

    @Test
    void aRetryChangesTheInvocationIdAndNothingElse() throws IOException {
        JsonNode first = new ObjectMapper().readTree(writer.write(batch, 0));
        JsonNode retry = new ObjectMapper().readTree(writer.write(batch, 1));
        assertNotEquals(first.path("invocationId"), retry.path("invocationId"));
        assertEquals(first.path("records"), retry.path("records"));
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
