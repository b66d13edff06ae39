package io.sluice.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StructuredLogTest {
    private final List<String> lines = new ArrayList<>();
    private final StructuredLog log = new StructuredLog(lines::add,
            InstantSource.fixed(Instant.parse("2026-11-20T13:00:00Z")), "quakes");

    @Test
    void anEventIsOneLineWithItsIdsAndCounts() {
        log.info("batch-staged").id("batch", "b1").count("records", 100).write();

        assertEquals(List.of("{\"timestamp\":\"2026-11-20T13:00:00Z\",\"level\":\"INFO\",\"event\":\"batch-staged\","
                + "\"stream\":\"quakes\",\"batch\":\"b1\",\"records\":100}"), lines);
    }

    @Test
    void nothingIsWrittenBeforeItIsAskedFor() {
        var line = log.warn("slow").count("waitMillis", 5);
        assertEquals(List.of(), lines);

        line.write();
        assertEquals(1, lines.size());
    }

    @Test
    void aFailureCarriesItsCauses() throws IOException {
        log.error("flush-failed", new IllegalStateException("outer", new IOException("inner"))).write();

        assertEquals("ERROR", only().path("level").asText());
        assertEquals("java.lang.IllegalStateException: outer; caused by java.io.IOException: inner",
                only().path("failure").asText());
    }

    @Test
    void textIsCutBetweenCharactersAndStaysOnOneLine() throws IOException {
        log.info("event").id("key", "x".repeat(StructuredLog.TEXT_MAX - 2) + "😀\n".repeat(9)).write();

        var key = only().path("key").asText();
        assertTrue(key.length() <= StructuredLog.TEXT_MAX, key);
        assertEquals("x".repeat(StructuredLog.TEXT_MAX - 2) + "…", key);
        assertFalse(lines.getFirst().contains("\n"));
    }

    private JsonNode only() throws IOException {
        assertEquals(1, lines.size());
        return new ObjectMapper().readTree(lines.getFirst());
    }
}
