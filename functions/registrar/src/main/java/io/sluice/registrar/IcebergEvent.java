package io.sluice.registrar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;

/// An event of the function: what it is to do.
sealed interface IcebergEvent {
    /// Registers what landed, until the next run is due: `{}`, whatever a schedule adds.
    record Register() implements IcebergEvent {}

    /// Deletes what Iceberg wrote and nothing needs any more: `{"sweep": true}`.
    record Sweep() implements IcebergEvent {}

    /// Registers objects that landed before there was a log, below a prefix: `{"from": "orders/"}`.
    record Backfill(String prefix) implements IcebergEvent {}

    /// @throws IOException when it is no event of these
    static IcebergEvent read(InputStream input) throws IOException {
        JsonNode event = new ObjectMapper().readTree(input);
        if (!event.isObject() && !event.isMissingNode()) {
            throw new IOException("the registrar's event is no JSON object, but " + event);
        }
        Set<String> told = new TreeSet<>();
        event.fieldNames().forEachRemaining(told::add);
        told.retainAll(Set.of("sweep", "from"));
        if (told.size() > 1) {
            throw new IOException("the registrar's event asks for two things, sweep and from: send one of them");
        }
        if (event.has("from")) {
            if (!event.path("from").isTextual()) {
                throw new IOException("from is to be the prefix of keys as text; \"\": all of the stream's objects");
            }
            return new Backfill(event.path("from").asText());
        }
        if (event.has("sweep") && !event.path("sweep").isBoolean()) {
            throw new IOException("sweep is to be true, not " + event.path("sweep"));
        }
        return event.path("sweep").asBoolean() ? new Sweep() : new Register();
    }
}
