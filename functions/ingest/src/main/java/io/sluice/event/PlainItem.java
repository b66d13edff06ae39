package io.sluice.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.firehose.EventFormatException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.regex.Pattern;

/// An item's attributes as JSON without their types: numbers with their own digits, sets as arrays, binary values in
/// base64.
///
/// Source: Amazon DynamoDB API reference, `AttributeValue`.
final class PlainItem {
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

    private final JsonParser parser;
    private final JsonGenerator out;

    private PlainItem(JsonParser parser, JsonGenerator out) {
        this.parser = parser;
        this.out = out;
    }

    /// @param typed an object of attributes, each `{"S": …}` or of another type
    /// @param path  of the object in the event, for messages
    /// @throws EventFormatException when it is none
    static String of(String typed, String path) {
        StringWriter text = new StringWriter();
        try (JsonParser parser = EventJson.PAYLOADS.createParser(typed);
                JsonGenerator out = EventJson.PAYLOADS.createGenerator(text)) {
            parser.nextToken();
            new PlainItem(parser, out).attributes();
        } catch (IOException | EventFormatException e) {
            throw new EventFormatException("The event's " + path + " is no item of DynamoDB: " + e.getMessage(), e);
        }
        return text.toString();
    }

    /// The object that the parser stands on.
    private void attributes() throws IOException {
        expect(JsonToken.START_OBJECT);
        out.writeStartObject();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            out.writeFieldName(name);
            parser.nextToken();
            attribute();
        }
        out.writeEndObject();
    }

    /// An object of one member: the attribute's type, and its value.
    private void attribute() throws IOException {
        expect(JsonToken.START_OBJECT);
        String type = parser.nextFieldName();
        parser.nextToken();
        switch (type == null ? "" : type) {
            case "S", "B" -> text();
            case "N" -> number();
            case "BOOL" -> {
                if (!parser.currentToken().isBoolean()) {
                    throw new EventFormatException("a value of type BOOL is neither true nor false");
                }
                out.writeBoolean(parser.getBooleanValue());
            }
            case "NULL" -> {
                parser.skipChildren();
                out.writeNull();
            }
            case "M" -> attributes();
            case "L" -> all(this::attribute);
            case "SS", "BS" -> all(this::text);
            case "NS" -> all(this::number);
            default -> throw new EventFormatException("an attribute has no type that is known");
        }
        if (parser.nextToken() != JsonToken.END_OBJECT) {
            throw new EventFormatException("an attribute has two types");
        }
    }

    private void text() throws IOException {
        expect(JsonToken.VALUE_STRING);
        out.writeString(parser.getText());
    }

    /// A text, whose digits stay as they are.
    private void number() throws IOException {
        expect(JsonToken.VALUE_STRING);
        if (!NUMBER.matcher(parser.getText()).matches()) {
            throw new EventFormatException("a value of type N is no number");
        }
        out.writeNumber(parser.getText());
    }

    private interface Each {
        void write() throws IOException;
    }

    private void all(Each each) throws IOException {
        expect(JsonToken.START_ARRAY);
        out.writeStartArray();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            each.write();
        }
        out.writeEndArray();
    }

    private void expect(JsonToken token) {
        if (!parser.hasToken(token)) {
            throw new EventFormatException("a " + parser.currentToken() + " where a " + token + " is expected");
        }
    }
}
