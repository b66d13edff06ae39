package io.sluice.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.sluice.config.JsonValue.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a JSON document into [JsonValue]s. Broken JSON and repeated members become problems.
final class JsonDocument {
    private static final int BYTES_MAX = 1 << 20;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(64).maxNumberLength(100).build())
            .build();

    private final Problems problems;
    private int order;

    private JsonDocument(Problems problems) {
        this.problems = problems;
    }

    /// The document's value; empty when it is not one whole JSON value, which `problems` then says.
    static Optional<JsonValue> read(byte[] json, Problems problems) {
        if (json.length > BYTES_MAX) {
            problems.error(Place.DOCUMENT,
                    "the configuration has " + json.length + " bytes; at most " + BYTES_MAX + " are read");
            return Optional.empty();
        }
        return new JsonDocument(problems).read(json);
    }

    private Optional<JsonValue> read(byte[] json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            return read(parser);
        } catch (IOException e) {
            problems.error(Place.DOCUMENT, "not readable as JSON text: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<JsonValue> read(JsonParser parser) throws IOException {
        try {
            if (parser.nextToken() == null) {
                problems.error(Place.DOCUMENT, "the configuration is empty; expected a JSON object");
                return Optional.empty();
            }
            JsonValue root = value(parser, Place.DOCUMENT);
            if (parser.nextToken() == null) {
                return Optional.of(root);
            }
            problems.error(Place.DOCUMENT,
                    "there is more text after the JSON value, at " + where(parser.currentTokenLocation()));
        } catch (JsonProcessingException e) {
            problems.error(reached(parser.getParsingContext()).at(order),
                    "not valid JSON at " + where(e.getLocation()) + ": " + e.getOriginalMessage());
        }
        return Optional.empty();
    }

    /// Returns the place of the parser.
    private static Place reached(JsonStreamContext context) {
        JsonStreamContext parent = context.getParent();
        if (parent == null) {
            return Place.DOCUMENT;
        }
        Place place = reached(parent);
        String name = context.getCurrentName();
        if (name != null) {
            return place.member(name);
        }
        return context.inArray() && context.hasCurrentIndex() ? place.element(context.getCurrentIndex()) : place;
    }

    private JsonValue value(JsonParser parser, Place parent) throws IOException {
        Place place = parent.at(order++);
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> structure(parser, place);
            case START_ARRAY -> array(parser, place);
            case VALUE_STRING -> new JsonValue.Text(place, parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue.Decimal(place, parser.getDecimalValue());
            case VALUE_TRUE -> new JsonValue.Flag(place, true);
            case VALUE_FALSE -> new JsonValue.Flag(place, false);
            case VALUE_NULL -> new JsonValue.Null(place);
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException(
                        "a JSON value cannot start with " + token);
        };
    }

    private JsonValue structure(JsonParser parser, Place place) throws IOException {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String at = where(parser.currentTokenLocation());
            parser.nextToken();
            JsonValue value = value(parser, place.member(name));
            if (members.putIfAbsent(name, value) != null) {
                problems.error(value.place(), "the field is here twice, the second time at " + at + "; keep one");
            }
        }
        return new JsonValue.Structure(place, members);
    }

    private JsonValue array(JsonParser parser, Place place) throws IOException {
        List<JsonValue> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser, place.element(elements.size())));
        }
        return new JsonValue.Array(place, elements);
    }

    private static String where(JsonLocation location) {
        return location == null
                ? "an unknown place"
                : "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
