package io.sluice.metrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Writes one JSON object per event: ids and counts, never payloads. A field is either a number or a bounded
/// identifier, so a record's content has no way in but by mistake. Safe for use by several threads when `lines` is.
public final class StructuredLog {
    /// Characters of an identifier, or of an exception's message, that are kept.
    public static final int TEXT_MAX = 1024;

    private static final JsonFactory JSON = new JsonFactory();

    private final Consumer<String> lines;
    private final InstantSource clock;
    private final String stream;

    /// The urgency of an event.
    public enum Level {
        INFO, WARN, ERROR
    }

    /// @param lines  takes each line, without its end
    /// @param clock  stamps each line
    /// @param stream `DeliveryStreamName`, in every line
    public StructuredLog(Consumer<String> lines, InstantSource clock, String stream) {
        this.lines = lines;
        this.clock = clock;
        this.stream = stream;
    }

    /// Starts an `INFO` line about `event`, a constant name such as `batch-staged`.
    public Line info(String event) {
        return new Line(Level.INFO, event);
    }

    /// Starts a `WARN` line: it worked, and an operator may want to know.
    public Line warn(String event) {
        return new Line(Level.WARN, event);
    }

    /// Starts an `ERROR` line with the failure's type, message and causes, each of bounded length.
    public Line error(String event, Throwable failure) {
        return new Line(Level.ERROR, event).failure(failure);
    }

    /// One line, not written until [#write].
    public final class Line {
        private final Level level;
        private final String event;
        private final Map<String, Object> fields = new LinkedHashMap<>();

        private Line(Level level, String event) {
            this.level = level;
            this.event = event;
        }

        /// Adds an identifier, cut at [#TEXT_MAX] characters.
        public Line id(String name, String value) {
            fields.put(name, cut(value));
            return this;
        }

        /// Adds a count, a size or a duration; the name ends in its unit.
        public Line count(String name, long value) {
            fields.put(name, value);
            return this;
        }

        private Line failure(Throwable failure) {
            var text = new StringBuilder(describe(failure));
            for (var cause = failure.getCause(); cause != null && text.length() < TEXT_MAX; cause = cause.getCause()) {
                text.append("; caused by ").append(describe(cause));
            }
            return id("failure", text.toString());
        }

        /// Writes the line.
        public void write() {
            var line = new StringWriter();
            try (var json = JSON.createGenerator(line)) {
                json.writeStartObject();
                json.writeStringField("timestamp", clock.instant().toString());
                json.writeStringField("level", level.name());
                json.writeStringField("event", event);
                json.writeStringField("stream", stream);
                for (var field : fields.entrySet()) {
                    json.writeFieldName(field.getKey());
                    writeValue(json, field.getValue());
                }
                json.writeEndObject();
            } catch (IOException e) {
                throw new UncheckedIOException("Writing to memory failed", e);
            }
            lines.accept(line.toString());
        }
    }

    private static void writeValue(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Long number) {
            json.writeNumber(number);
        } else {
            json.writeString(value.toString());
        }
    }

    private static String describe(Throwable failure) {
        var message = failure.getMessage();
        return message == null ? failure.getClass().getName() : failure.getClass().getName() + ": " + message;
    }

    private static String cut(String text) {
        if (text.length() <= TEXT_MAX) {
            return text;
        }
        var end = Character.isHighSurrogate(text.charAt(TEXT_MAX - 2)) ? TEXT_MAX - 2 : TEXT_MAX - 1;
        return text.substring(0, end) + "…";
    }
}
