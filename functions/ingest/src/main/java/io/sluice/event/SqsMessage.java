package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A message of an SQS queue as an event has it.
///
/// @param queue  the queue's ARN
/// @param sent   epoch milliseconds, from 1970 to 9999; the same at every receipt
/// @param group  of a FIFO queue, or of fair queues; empty: it has none
/// @param body   in UTF-8
record SqsMessage(String queue, String id, long sent, String group, List<MessageAttribute> attributes, byte[] body) {
    /// The end of the year 9999.
    private static final long TIMESTAMP_MAX = 253_402_300_799_999L;

    SqsMessage {
        attributes = List.copyOf(attributes);
    }

    /// Reads the message that `json` stands on.
    ///
    /// @param path of the message in the event, for messages
    static SqsMessage read(EventJson json, String path) throws IOException {
        Fields fields = new Fields(json);
        json.fields(fields::field);
        return fields.toMessage(path);
    }

    /// The values of an attribute's fields that were read so far.
    private static final class Attribute {
        private String type = "";
        private byte @Nullable [] value;
    }

    /// The values of the message's fields that were read so far.
    private static final class Fields {
        private final EventJson json;
        private String source = "";
        private String queue = "";
        private String id = "";
        private String group = "";
        private @Nullable Long sent;
        private byte @Nullable [] body;
        private final List<MessageAttribute> attributes = new ArrayList<>();

        Fields(EventJson json) {
            this.json = json;
        }

        void field(String name) throws IOException {
            switch (name) {
                case "eventSource" -> source = json.text();
                case "eventSourceARN" -> queue = json.text();
                case "messageId" -> id = json.text();
                case "body" -> body = utf8(json.text());
                case "attributes" -> json.fields(this::systemAttribute);
                case "messageAttributes" -> attributes();
                default -> json.skip();
            }
        }

        private void systemAttribute(String name) throws IOException {
            switch (name) {
                case "SentTimestamp" -> sent = timestamp(json.whole());
                case "MessageGroupId" -> group = json.isNull() ? "" : json.text();
                default -> json.skip();
            }
        }

        private long timestamp(long millis) {
            if (millis < 0 || millis > TIMESTAMP_MAX) {
                throw json.failure("is not between the years 1970 and 9999");
            }
            return millis;
        }

        /// A half of a surrogate pair, which an escape could bring, has no UTF-8; SQS takes none.
        private byte[] utf8(String text) {
            try {
                ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
                byte[] bytes = new byte[utf8.remaining()];
                utf8.get(bytes);
                return bytes;
            } catch (CharacterCodingException e) {
                throw new EventFormatException(String.valueOf(json.failure("holds half of a surrogate pair")
                        .getMessage()), e);
            }
        }

        private void attributes() throws IOException {
            if (!json.isNull()) {
                json.fields(name -> attributes.add(attribute(name)));
            }
        }

        private MessageAttribute attribute(String name) throws IOException {
            Attribute attribute = new Attribute();
            json.fields(field -> {
                switch (field) {
                    case "dataType" -> attribute.type = json.isNull() ? "" : json.text();
                    case "stringValue" -> attribute.value = json.isNull() ? attribute.value : utf8(json.text());
                    case "binaryValue" -> attribute.value = json.isNull() ? attribute.value : json.base64();
                    default -> json.skip();
                }
            });
            return new MessageAttribute(name, attribute.type, attribute.value);
        }

        SqsMessage toMessage(String path) {
            if (!source.equals("aws:sqs")) {
                throw source.isEmpty()
                        ? json.missing(path + "/eventSource")
                        : new EventFormatException("The event's " + path + "/eventSource is " + source
                                + ", not aws:sqs");
            }
            require(!queue.isEmpty(), path + "/eventSourceARN");
            require(!id.isEmpty(), path + "/messageId");
            if (body == null) {
                throw json.missing(path + "/body");
            }
            if (sent == null) {
                throw json.missing(path + "/attributes/SentTimestamp");
            }
            return new SqsMessage(queue, id, sent, group, attributes, body);
        }

        private void require(boolean isThere, String path) {
            if (!isThere) {
                throw json.missing(path);
            }
        }
    }
}
