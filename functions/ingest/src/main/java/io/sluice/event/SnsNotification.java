package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A notification that Amazon SNS puts into a queue that is subscribed to a topic, without raw message delivery.
///
/// @param id      the same whenever the topic sends it
/// @param subject null: it has none
/// @param message in UTF-8
///
/// Source: Amazon SNS Developer Guide, "Parsing Amazon SNS message formats", "HTTP/HTTPS notification JSON format".
record SnsNotification(String topic, String id, String timestamp, @Nullable String subject,
        List<MessageAttribute> attributes, byte[] message) {
    SnsNotification {
        attributes = List.copyOf(attributes);
    }

    /// The notification that a queue's message is; empty when it is none.
    static Optional<SnsNotification> of(byte[] body) {
        Fields fields = new Fields();
        try {
            EventJson.read(body, "The message", json -> json.fields(name -> fields.field(json, name)));
        } catch (EventFormatException _) {
            // Whatever else the message is, it is a record as it is.
            return Optional.empty();
        }
        return fields.toNotification();
    }

    /// The values of the notification's fields that were read so far.
    private static final class Fields {
        private String type = "";
        private String topic = "";
        private String id = "";
        private String timestamp = "";
        private @Nullable String subject;
        private @Nullable String message;
        private final List<MessageAttribute> attributes = new ArrayList<>();

        void field(EventJson json, String name) throws IOException {
            switch (name) {
                case "Type" -> type = json.text();
                case "TopicArn" -> topic = json.text();
                case "MessageId" -> id = json.text();
                case "Timestamp" -> timestamp = json.text();
                case "Subject" -> subject = json.isNull() ? null : json.text();
                case "Message" -> message = json.text();
                case "MessageAttributes" -> json.fields(each -> attributes.add(attribute(json, each)));
                default -> json.skip();
            }
        }

        private static MessageAttribute attribute(EventJson json, String name) throws IOException {
            String[] texts = {"", ""};
            json.fields(field -> {
                switch (field) {
                    case "Type" -> texts[0] = json.text();
                    case "Value" -> texts[1] = json.text();
                    default -> json.skip();
                }
            });
            return new MessageAttribute(name, texts[0], texts[1].getBytes(StandardCharsets.UTF_8));
        }

        Optional<SnsNotification> toNotification() {
            if (!type.equals("Notification") || topic.isEmpty() || id.isEmpty() || message == null) {
                return Optional.empty();
            }
            return Optional.of(new SnsNotification(topic, id, timestamp, subject, attributes,
                    message.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
