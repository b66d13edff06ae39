package io.sluice.event;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A record as a JSON object on one line: what the source says of it, and its payload. A function of the record alone.
/// Members and their order are documented in `docs/how-to/sources.md`.
final class RecordEnvelope {
    private final StringBuilder out = new StringBuilder("{");

    private RecordEnvelope() {}

    /// A Kafka record. Its value is `value` where that is JSON, else `valueText` where it is UTF-8, else `valueBase64`.
    static byte[] of(KafkaRecord record) {
        RecordEnvelope envelope = new RecordEnvelope();
        envelope.text("topic", record.topic());
        envelope.raw("partition", Integer.toString(record.partition()));
        envelope.raw("offset", Long.toString(record.offset()));
        envelope.raw("timestamp", record.timestamp() < 0 ? "null" : Long.toString(record.timestamp()));
        envelope.text("timestampType", record.timestampType().isEmpty() ? null : record.timestampType());
        envelope.bytes("key", record.key());
        envelope.headers(record.headers());
        envelope.payload("value", record.value());
        return envelope.toBytes();
    }

    /// A log event.
    static byte[] of(LogEvent event, LogEvent.Origin origin) {
        RecordEnvelope envelope = new RecordEnvelope();
        envelope.text("owner", origin.owner());
        envelope.text("logGroup", origin.logGroup());
        envelope.text("logStream", origin.logStream());
        envelope.texts("subscriptionFilters", origin.filters());
        envelope.text("id", event.id());
        envelope.raw("timestamp", Long.toString(event.timestamp()));
        envelope.text("message", event.message());
        event.extractedFields().ifPresent(fields -> envelope.raw("extractedFields", fields));
        return envelope.toBytes();
    }

    /// A message of a queue. Its body is `body` where that is JSON, else `bodyText`.
    static byte[] of(SqsMessage message) {
        RecordEnvelope envelope = new RecordEnvelope();
        envelope.text("queue", message.queue());
        envelope.text("messageId", message.id());
        envelope.raw("sentTimestamp", Long.toString(message.sent()));
        envelope.text("messageGroupId", message.group().isEmpty() ? null : message.group());
        envelope.attributes(message.attributes());
        envelope.payload("body", message.body());
        return envelope.toBytes();
    }

    /// A notification of a topic. Its message is `message` where that is JSON, else `messageText`.
    static byte[] of(SnsNotification notification) {
        RecordEnvelope envelope = new RecordEnvelope();
        envelope.text("topic", notification.topic());
        envelope.text("messageId", notification.id());
        envelope.text("timestamp", notification.timestamp());
        envelope.text("subject", notification.subject());
        envelope.attributes(notification.attributes());
        envelope.payload("message", notification.message());
        return envelope.toBytes();
    }

    /// A change of an item: keys and images as plain JSON, and beside them as the event has them, with types.
    ///
    /// @param path of the record in the event, for messages
    static byte[] of(ChangeRecord change, String path) {
        RecordEnvelope envelope = new RecordEnvelope();
        envelope.text("stream", change.stream());
        envelope.text("eventID", change.eventId());
        envelope.text("eventName", change.eventName());
        envelope.text("sequenceNumber", change.sequence());
        envelope.raw("timestamp", Long.toString(change.created()));
        envelope.rawOrNull("userIdentity", change.userIdentity());
        envelope.item("keys", change.keys(), path + "/dynamodb/Keys");
        envelope.item("newImage", change.newImage(), path + "/dynamodb/NewImage");
        envelope.item("oldImage", change.oldImage(), path + "/dynamodb/OldImage");
        envelope.raw("typedKeys", change.keys());
        envelope.rawOrNull("typedNewImage", change.newImage());
        envelope.rawOrNull("typedOldImage", change.oldImage());
        return envelope.toBytes();
    }

    private void item(String name, @Nullable String typed, String path) {
        rawOrNull(name, typed == null ? null : PlainItem.of(typed, path));
    }

    private void rawOrNull(String name, @Nullable String json) {
        raw(name, json == null ? "null" : json);
    }

    private void attributes(Collection<MessageAttribute> attributes) {
        name("attributes");
        out.append('[');
        String comma = "";
        for (MessageAttribute attribute : attributes) {
            RecordEnvelope each = new RecordEnvelope();
            each.text("name", attribute.name());
            each.text("type", attribute.type());
            each.bytes("value", attribute.value());
            out.append(comma).append(each.out).append('}');
            comma = ",";
        }
        out.append(']');
    }

    private void headers(Collection<KafkaRecord.Header> headers) {
        name("headers");
        out.append('[');
        String comma = "";
        for (KafkaRecord.Header header : headers) {
            RecordEnvelope each = new RecordEnvelope();
            each.text("name", header.name());
            each.bytes("value", header.value());
            out.append(comma).append(each.out).append('}');
            comma = ",";
        }
        out.append(']');
    }

    private void payload(String name, byte @Nullable [] value) {
        Optional<String> text = value == null ? Optional.empty() : utf8(value);
        if (text.isPresent() && isJson(text.get())) {
            // Outside of its texts, where none can be, JSON has line ends as white space alone.
            raw(name, text.get().replace('\n', ' ').replace('\r', ' '));
        } else if (text.isPresent()) {
            text(name + "Text", text.get());
        } else {
            bytes(name, value);
        }
    }

    /// Text, or base64 under a name of its own.
    private void bytes(String name, byte @Nullable [] bytes) {
        Optional<String> text = bytes == null ? Optional.empty() : utf8(bytes);
        if (bytes == null || text.isPresent()) {
            text(name, text.orElse(null));
        } else {
            text(name + "Base64", Base64.getEncoder().encodeToString(bytes));
        }
    }

    private void texts(String name, Collection<String> texts) {
        name(name);
        out.append('[');
        String comma = "";
        for (String each : texts) {
            out.append(comma);
            quote(each);
            comma = ",";
        }
        out.append(']');
    }

    private void text(String name, @Nullable String text) {
        name(name);
        if (text == null) {
            out.append("null");
        } else {
            quote(text);
        }
    }

    private void raw(String name, String json) {
        name(name);
        out.append(json);
    }

    private void name(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        out.append('"').append(name).append("\":");
    }

    private void quote(String text) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        out.append('"');
    }

    private byte[] toBytes() {
        String json = out.append('}').toString();
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json));
            byte[] bytes = new byte[utf8.remaining()];
            utf8.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            return escapedSurrogates(json).getBytes(StandardCharsets.UTF_8);
        }
    }

    /// A half of a surrogate pair, which an escape in JSON can bring, has no UTF-8: it stays an escape.
    private static String escapedSurrogates(String json) {
        StringBuilder escaped = new StringBuilder(json.length() + 16);
        for (int at = 0; at < json.length(); at++) {
            char c = json.charAt(at);
            if (Character.isSurrogate(c)) {
                escaped.append("\\u").append(Integer.toHexString(c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /// Tests whether it is one JSON value, within the bounds of the reader of events.
    private static boolean isJson(String text) {
        if (text.isEmpty() || text.charAt(0) == '\uFEFF') {
            return false;
        }
        try (JsonParser parser = EventJson.PAYLOADS.createParser(text)) {
            JsonToken first = parser.nextToken();
            parser.skipChildren();
            return first != null && parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
