package io.sluice.local.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A JSON value that keeps numbers as they are written and members as often as they are there.
sealed interface JsonTree {
    record Text(String text) implements JsonTree {}

    record Numeral(String text) implements JsonTree {}

    record Bool(boolean value) implements JsonTree {}

    record Null() implements JsonTree {}

    record Elements(List<JsonTree> elements) implements JsonTree {}

    record Members(List<Member> members) implements JsonTree {}

    record Member(String name, JsonTree value) {}

    JsonFactory JSON = new JsonFactory();

    /// All values that stand one after another in a record.
    static List<JsonTree> all(byte[] record) throws IOException {
        List<JsonTree> values = new ArrayList<>();
        try (JsonParser json = JSON.createParser(record)) {
            while (json.nextToken() != null) {
                values.add(read(json));
            }
        }
        return values;
    }

    private static JsonTree read(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                List<Member> members = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String name = json.currentName();
                    json.nextToken();
                    members.add(new Member(name, read(json)));
                }
                yield new Members(members);
            }
            case START_ARRAY -> {
                List<JsonTree> elements = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(read(json));
                }
                yield new Elements(elements);
            }
            case VALUE_STRING -> new Text(json.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(json.getText());
            case VALUE_TRUE, VALUE_FALSE -> new Bool(json.getBooleanValue());
            default -> new Null();
        };
    }

    /// The value as a text column has it: a text itself, anything else as JSON without blanks.
    default String flat(UnaryOperator<String> names) throws IOException {
        return switch (this) {
            case Text(String text) -> text;
            case Numeral(String text) -> text;
            case Bool(boolean value) -> Boolean.toString(value);
            case Null(),Elements _,Members _ -> {
                StringWriter text = new StringWriter();
                try (JsonGenerator json = JSON.createGenerator(text)) {
                    write(json, names);
                }
                yield text.toString();
            }
        };
    }

    private void write(JsonGenerator json, UnaryOperator<String> names) throws IOException {
        switch (this) {
            case Text(String text) -> json.writeString(text);
            case Numeral(String text) -> json.writeNumber(text);
            case Bool(boolean value) -> json.writeBoolean(value);
            case Null() -> json.writeNull();
            case Elements(List<JsonTree> elements) -> {
                json.writeStartArray();
                for (JsonTree element : elements) {
                    element.write(json, names);
                }
                json.writeEndArray();
            }
            case Members(List<Member> members) -> {
                json.writeStartObject();
                for (Member member : members) {
                    json.writeFieldName(names.apply(member.name));
                    member.value.write(json, names);
                }
                json.writeEndObject();
            }
        }
    }
}
