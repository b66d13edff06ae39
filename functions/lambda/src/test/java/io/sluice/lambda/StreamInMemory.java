package io.sluice.lambda;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Stream;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One stream's two functions, as Lambda runs them, over [MemoryPorts].
final class StreamInMemory {
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    static final String FUNCTION_ARN = "arn:aws:lambda:eu-west-1:123456789012:function:transform:live";

    private static final ObjectMapper JSON = new ObjectMapper();

    final MemoryPorts ports;
    final List<String> lines = new ArrayList<>();
    final Stream stream;
    Instant now = NOON;
    Duration remaining = Duration.ofMinutes(1);

    StreamInMemory(JsonNode configuration) throws IOException {
        this(parse(configuration));
    }

    StreamInMemory(StreamConfiguration configuration) {
        ports = new MemoryPorts(() -> now);
        stream = new Stream(configuration, ports, () -> now, lines::add);
    }

    /// Another deployment's functions over the same buckets and table.
    StreamInMemory(StreamConfiguration configuration, MemoryPorts ports) {
        this.ports = ports;
        this.stream = new Stream(configuration, ports, () -> now, lines::add);
    }

    static StreamConfiguration parse(JsonNode configuration) throws IOException {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(JSON.writeValueAsBytes(configuration));
        return parsed.configuration()
                .orElseThrow(() -> new AssertionError(parsed.problems().toString()));
    }

    /// The transform function's response.
    byte[] transform(byte[] event) throws IOException {
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        new TransformHandler(stream).handleRequest(new ByteArrayInputStream(event), response,
                new InvocationContext(FUNCTION_ARN, remaining));
        return response.toByteArray();
    }

    /// The flusher function's answer to `{"drain":true}`.
    JsonNode drain() throws IOException {
        return flush("{\"drain\":true}");
    }

    JsonNode flush(String event) throws IOException {
        ByteArrayOutputStream summary = new ByteArrayOutputStream();
        new FlushHandler(stream).handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
                summary, new InvocationContext(FUNCTION_ARN, remaining));
        JsonNode read = JSON.readTree(summary.toByteArray());
        assertTrue(read.path("problems").isEmpty(), () -> read.get("problems").toString());
        return read;
    }

    Map<String, byte[]> objects() {
        return ports.dataBucket.contents();
    }
}
