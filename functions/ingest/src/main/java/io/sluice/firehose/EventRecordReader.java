package io.sluice.firehose;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.input.Timestamps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the records of an event, one after another; the parser stands on a record's opening brace before each.
abstract sealed class EventRecordReader permits FirehoseRecordReader, KinesisRecordReader {
    private final byte[] event;
    private final JsonParser parser;
    private final List<SourceRecord> records = new ArrayList<>();

    EventRecordReader(byte[] event, JsonParser parser) {
        this.event = event;
        this.parser = parser;
    }

    /// The records read so far.
    final List<SourceRecord> records() {
        return records;
    }

    /// Reads one record up to its closing brace.
    final void readRecord() throws IOException {
        start();
        eachField(this::field);
        records.add(end());
    }

    /// Forgets the last record.
    abstract void start();

    /// Takes in one field, whose value is the parser's current token; what it does not know it skips.
    abstract void field(String name, JsonParser parser) throws IOException;

    /// The record that was read.
    abstract SourceRecord end();

    /// A handler of an object's fields.
    interface FieldHandler {
        void field(String name, JsonParser parser) throws IOException;
    }

    /// Hands each field of the current object to `handler`; a value that is no object is skipped.
    final void eachField(FieldHandler handler) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            parser.skipChildren();
            return;
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            handler.field(name, parser);
        }
    }

    /// The current value as base64 text: a slice of the event where it has no escapes, as is usual; null when it is
    /// null.
    final @Nullable Base64Text base64(String name) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_NULL)) {
            return null;
        }
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            throw failure(name + " is not a base64 text");
        }
        long quote = parser.currentTokenLocation().getByteOffset();
        if (quote >= 0 && quote < event.length && event[(int) quote] == '"') {
            int from = (int) quote + 1;
            int to = from;
            while (to < event.length && event[to] != '"' && event[to] != '\\') {
                to++;
            }
            if (to < event.length && event[to] == '"') {
                return Base64Text.slice(event, from, to - from);
            }
        }
        byte[] unescaped = parser.getText().getBytes(StandardCharsets.UTF_8);
        return Base64Text.slice(unescaped, 0, unescaped.length);
    }

    /// The bytes of `text`.
    final byte[] decode(Base64Text text, String name) {
        try {
            return text.decode();
        } catch (IllegalArgumentException e) {
            throw failure(name + " is not base64: " + e.getMessage(), e);
        }
    }

    /// The current value as an instant; null when it is null or empty.
    final @Nullable Instant instant(String name, Timestamps.Unit unit) throws IOException {
        try {
            return Timestamps.read(parser, unit);
        } catch (IllegalArgumentException e) {
            throw failure(name + " " + e.getMessage(), e);
        }
    }

    final EventFormatException failure(String what) {
        return new EventFormatException(describe(what));
    }

    final EventFormatException failure(String what, Throwable cause) {
        return new EventFormatException(describe(what), cause);
    }

    private String describe(String what) {
        String id = recordId();
        return "Record " + records.size() + (id.isEmpty() ? "" : " (" + id + ")") + ": " + what;
    }

    /// The current record's id as far as it is known; else empty.
    abstract String recordId();
}
