package io.sluice.deaggregate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.sluice.input.Decompression;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Firehose's `CloudWatchLogProcessing` with `DataMessageExtraction`: out of what a CloudWatch Logs subscription sends,
/// only the log events' messages.
///
/// A record is one or more JSON objects with a `messageType`. `DATA_MESSAGE` gives the `message` of each of its
/// `logEvents`, in order; `CONTROL_MESSAGE`, with which the service tests the destination, gives none. Log group, log
/// stream and the rest are dropped, as Firehose drops them. Pure, for any thread.
///
/// Source: Amazon CloudWatch Logs User Guide, "Real-time processing of log data with subscriptions"; Amazon Data
/// Firehose Developer Guide, "Message extraction after decompression of CloudWatch Logs".
public final class CloudWatchLogs {
    /// The result of reading a record.
    public sealed interface Result {
        /// The messages, UTF-8; none for a control message.
        record Messages(List<byte[]> messages) implements Result {
            public Messages {
                messages = List.copyOf(messages);
            }
        }

        /// The record is not what a subscription sends.
        ///
        /// @param cause a sentence without a full stop and without any of the record's bytes
        record Failed(String cause) implements Result {}
    }

    private static final JsonFactory JSON = JsonFactory.builder().streamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(Decompression.CONTENT_BYTES_MAX).build()).build();

    private CloudWatchLogs() {}

    /// The messages in a record, which is decompressed already.
    public static Result messages(byte[] record) {
        List<byte[]> messages = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(record)) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return new Result.Failed("The record is empty");
            }
            for (; token != null; token = parser.nextToken()) {
                if (token != JsonToken.START_OBJECT) {
                    return new Result.Failed("The record is not a CloudWatch Logs message but another JSON value");
                }
                readEnvelope(parser, messages);
            }
            return new Result.Messages(messages);
        } catch (NotAMessageException e) {
            return new Result.Failed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Result.Failed("The record is not JSON");
        }
    }

    private static void readEnvelope(JsonParser parser, List<byte[]> messages) throws IOException {
        String type = "";
        List<byte[]> events = List.of();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (name.equals("messageType") && value == JsonToken.VALUE_STRING) {
                type = parser.getText();
            } else if (name.equals("logEvents") && value == JsonToken.START_ARRAY) {
                events = readEvents(parser);
            } else {
                parser.skipChildren();
            }
        }
        switch (type) {
            case "DATA_MESSAGE" -> messages.addAll(events);
            case "CONTROL_MESSAGE" -> {
            }
            case "" -> throw new NotAMessageException("The record is not a CloudWatch Logs message: no messageType");
            default -> throw new NotAMessageException("The record's messageType is neither DATA_MESSAGE nor"
                    + " CONTROL_MESSAGE");
        }
    }

    private static List<byte[]> readEvents(JsonParser parser) throws IOException {
        List<byte[]> events = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token != JsonToken.START_OBJECT) {
                throw new NotAMessageException("One of the record's logEvents is no object");
            }
            events.add(readMessage(parser));
        }
        return events;
    }

    private static byte[] readMessage(JsonParser parser) throws IOException {
        byte[] message = null;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (name.equals("message") && value == JsonToken.VALUE_STRING) {
                message = parser.getText().getBytes(StandardCharsets.UTF_8);
            } else {
                parser.skipChildren();
            }
        }
        if (message == null) {
            throw new NotAMessageException("One of the record's logEvents has no message");
        }
        return message;
    }

    /// The JSON is well-formed, but not a subscription's.
    private static final class NotAMessageException extends IOException {
        private static final long serialVersionUID = 1L;

        NotAMessageException(String message) {
            super(message);
        }
    }
}
