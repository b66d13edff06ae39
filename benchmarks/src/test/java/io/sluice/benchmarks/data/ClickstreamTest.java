package io.sluice.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClickstreamTest {
    @ParameterizedTest
    @ValueSource(ints = {360, 400, 1_200})
    void everyRecordIsJsonOfTheSizeAskedFor(int bytes) throws Exception {
        var clicks = new Clickstream(bytes, 10);
        for (int i = 0; i < 500; i++) {
            byte[] record = clicks.record(i);
            assertEquals(bytes, record.length);
            var json = new ObjectMapper().readTree(record);
            assertEquals(clicks.customer(i), json.required("customer_id").textValue());
            assertEquals(clicks.device(i), json.at("/type/device").textValue());
            assertTrue(json.required("event_timestamp").isInt());
        }
    }

    @Test
    void theSameNumberGivesTheSameRecord() {
        assertArrayEquals(new Clickstream(400, 10).record(7), new Clickstream(400, 10).record(7));
    }

    @Test
    void customersTakeTurnsWithOneDeviceEach() {
        var clicks = new Clickstream(400, 1_000);
        Set<String> partitions = new HashSet<>();
        for (int i = 0; i < 3_000; i++) {
            partitions.add(clicks.customer(i) + clicks.device(i));
        }
        assertEquals(1_000, partitions.size());
    }
}
