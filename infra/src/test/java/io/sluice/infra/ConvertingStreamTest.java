package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import org.junit.jupiter.api.Test;

/// A stream whose records are converted when they are delivered.
final class ConvertingStreamTest {
    private final JsonNode pipeline = Synthesis.of(Way.CONVERTING).pipeline();

    @Test
    void theFlusherHasAJarOfItsOwnAndAWholeProcessor() {
        assertNotEquals(function(pipeline, "Transform").at("/Code/S3Key"),
                function(pipeline, "Flush").at("/Code/S3Key"));
        assertEquals(1_769, function(pipeline, "Flush").path("MemorySize").asInt());
        JsonNode plain = Synthesis.of(Way.BUFFER).pipeline();
        assertEquals(function(plain, "Transform").at("/Code/S3Key"), function(plain, "Flush").at("/Code/S3Key"));
    }

    @Test
    void ingestKeepsWhatTheConversionIsAndTheFlusherReadsIt() {
        assertTrue(policy(pipeline, "TransformRole").contains("/conversions/orders/*"));
        assertTrue(policy(pipeline, "FlushRole").contains("/conversions/orders/*"));
        assertFalse(policy(Synthesis.of(Way.BUFFER).pipeline(), "FlushRole").contains("conversions"));
    }

    @Test
    void firehoseDoesNotConvert() {
        assertTrue(Synthesis.only(pipeline, "AWS::KinesisFirehose::DeliveryStream")
                .at("/ExtendedS3DestinationConfiguration/DataFormatConversionConfiguration").isMissingNode());
    }

    private static String policy(JsonNode template, String role) {
        return Synthesis.statements(template, role).toString();
    }

    private static JsonNode function(JsonNode template, String name) {
        return Synthesis.resources(template, "AWS::Lambda::Function").entrySet().stream()
                .filter(entry -> entry.getKey().contains(name)).findFirst().orElseThrow().getValue()
                .path("Properties");
    }
}
