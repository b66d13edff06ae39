package io.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class FunctionMemoryTest {
    private static final String PLAIN = """
            {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{"BucketARN":"arn:aws:s3:::bucket"},
            "Sluice":{"Delivery":"buffer","FlushMemoryInMBs":%d}}""";

    @Test
    void theFlusherGrowsWithItsReadAheadBetweenLambdasBounds() {
        assertEquals(new FunctionMemory(1_769, 1_024), memory(PLAIN.formatted(32)));
        assertEquals(new FunctionMemory(1_769, 1_536), memory(PLAIN.formatted(256)));
    }

    @Test
    void aFlusherThatConvertsHasAVirtualProcessor() throws IOException {
        String json = Files.readString(Path.of("..", "..", "events", "quakes", "parquet.json"));
        assertEquals(new FunctionMemory(1_769, 1_769), memory(json));
    }

    @Test
    void billedGigabytesAreBinary() {
        FunctionMemory memory = new FunctionMemory(2_048, 1_536);
        assertEquals(2.0, memory.transformGigabytes());
        assertEquals(1.5, memory.flushGigabytes());
    }

    private static FunctionMemory memory(String json) {
        return FunctionMemory.of(ConfigurationParser.parse(json.getBytes(UTF_8))
                .configuration().orElseThrow());
    }
}
