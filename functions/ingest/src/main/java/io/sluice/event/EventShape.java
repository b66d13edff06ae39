package io.sluice.event;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.firehose.EventReader;
import io.sluice.firehose.SourceType;
import java.io.IOException;
import java.util.Optional;

/// The shape of an event, by its outermost fields: for the message about one that the stream does not take.
final class EventShape {
    private static final int SOURCE_CHARS_MAX = 64;

    private EventShape() {}

    /// As in "an event of …"; empty when it looks like none that is known here.
    static Optional<String> describe(byte[] event) {
        if (event.length > EventReader.EVENT_BYTES_MAX) {
            return Optional.empty();
        }
        try (JsonParser parser = EventJson.PAYLOADS.createParser(event)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? describe(parser) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> describe(JsonParser parser) throws IOException {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (name.equals("records") && value == JsonToken.START_OBJECT) {
                return Optional.of(SourceType.KAFKA.described());
            }
            if (name.equals("records") && value == JsonToken.START_ARRAY) {
                return Optional.of(SourceType.FIREHOSE.described());
            }
            if (name.equals("awslogs") && value == JsonToken.START_OBJECT) {
                return Optional.of(SourceType.CLOUDWATCH_LOGS.described());
            }
            if (name.equals("source") && value == JsonToken.VALUE_STRING && parser.getText().equals("aws.s3")) {
                return Optional.of(SourceType.S3.described());
            }
            if (name.equals("Records") && value == JsonToken.START_ARRAY) {
                return sourceOfRecords(parser);
            }
            parser.skipChildren();
        }
        return Optional.empty();
    }

    /// `eventSource` of the first record; Amazon SNS writes it with a capital letter.
    private static Optional<String> sourceOfRecords(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return Optional.empty();
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (name.equalsIgnoreCase("eventSource") && value == JsonToken.VALUE_STRING) {
                String source = parser.getText();
                return Optional.of(switch (source) {
                    case "aws:kinesis" -> SourceType.KINESIS.described();
                    case "aws:sqs" -> SourceType.SQS.described();
                    case "aws:s3" -> SourceType.S3.described();
                    case "aws:dynamodb" -> SourceType.DYNAMODB_STREAMS.described();
                    default -> source;
                }).filter(text -> text.length() <= SOURCE_CHARS_MAX);
            }
            parser.skipChildren();
        }
        return Optional.empty();
    }
}
