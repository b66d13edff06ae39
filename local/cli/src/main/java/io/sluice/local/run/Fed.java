package io.sluice.local.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;

/// The part of the input that is staged for good. A run that is taken up again leaves those batches out: their ids may
/// be older than the flusher remembers, when records bring their own time along.
///
/// @param batches how many, from the first
/// @param clock   what time it was then
record Fed(long batches, Instant clock) {
    private static final String FILE = "fed.json";

    static Fed read(Workspace workspace) throws IOException {
        return workspace.read(FILE).map(Fed::of).orElse(new Fed(0, Instant.EPOCH));
    }

    private static Fed of(JsonNode json) {
        return new Fed(json.path("batches").asLong(), Instant.parse(json.path("clock").asText()));
    }

    void write(Workspace workspace) throws IOException {
        workspace.write(FILE,
                new ObjectMapper().createObjectNode().put("batches", batches).put("clock", clock.toString()));
    }
}
