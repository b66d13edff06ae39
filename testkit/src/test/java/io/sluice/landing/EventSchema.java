package io.sluice.landing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Reads events as users do, by the schema that is published.
final class EventSchema {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FILE = Path.of("..", "docs", "reference", "landing-events.schema.json");
    private static final JsonSchema SCHEMA = read();

    private EventSchema() {}

    private static JsonSchema read() {
        try {
            return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The event's JSON, which must be valid.
    static JsonNode valid(LandingEvent event) {
        try {
            JsonNode json = JSON.readTree(event.json());
            assertEquals(Set.of(), SCHEMA.validate(json), event::json);
            assertEquals(event.id(), json.path("id").asText());
            assertEquals(event.type().word(), json.path("type").asText());
            assertEquals(event.chain(), json.path("chain").asText());
            return json;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
