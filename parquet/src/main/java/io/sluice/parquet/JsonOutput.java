package io.sluice.parquet;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;

/// JSON on its way into memory.
record JsonOutput(JsonGenerator json) {
    /// Writes something.
    @FunctionalInterface
    private interface Step {
        void write() throws IOException;
    }

    void startObject() {
        write(json::writeStartObject);
    }

    void endObject() {
        write(json::writeEndObject);
    }

    void startArray() {
        write(json::writeStartArray);
    }

    void endArray() {
        write(json::writeEndArray);
    }

    void name(String name) {
        write(() -> json.writeFieldName(name));
    }

    void nothing() {
        write(json::writeNull);
    }

    /// The values of one place.
    ///
    /// @param before runs before each
    ScalarSink values(Runnable before) {
        return new ScalarSink() {
            @Override
            public void text(String value) {
                before.run();
                write(() -> json.writeString(value));
            }

            @Override
            public void number(String value) {
                before.run();
                write(() -> json.writeNumber(value));
            }

            @Override
            public void bool(boolean value) {
                before.run();
                write(() -> json.writeBoolean(value));
            }
        };
    }

    private static void write(Step step) {
        try {
            step.write();
        } catch (IOException e) {
            throw new UncheckedIOException("the values are in no order that JSON has", e);
        }
    }
}
