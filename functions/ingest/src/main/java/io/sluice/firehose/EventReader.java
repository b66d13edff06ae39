package io.sluice.firehose;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.sluice.input.Timestamps;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what invokes the transform function: a Firehose transformation event (Direct PUT, a Kinesis or an Amazon MSK
/// source), or a batch of a Lambda event source mapping on a Kinesis stream.
///
/// It is lenient where samples and captures of the service differ: keys in any order, unknown ones skipped, a timestamp
/// as number or text ([Timestamps]), missing `data` as no bytes, `approximateArrivalEpoch` for the arrival timestamp.
/// Of an Amazon MSK source the payload is `kafkaRecordValue`; a record without one, as a deleted key of a topic is, has
/// no bytes.
///
/// Without state, for any thread. The payload text is decoded once and kept as a slice. Firehose's usual events take
/// the [QuickEventReader].
///
/// Source: Amazon Data Firehose Developer Guide, "Transform source data"; `aws-lambda-go` `events/firehose.go`.
public final class EventReader {
    /// Largest event that is read. Lambda invokes with 6 MB at most; other callers may pack more.
    public static final int EVENT_BYTES_MAX = 64 * 1024 * 1024;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(EVENT_BYTES_MAX).build()).build();

    private EventReader() {}

    /// Reads one event to its end. The stream is not closed.
    ///
    /// @throws EventFormatException when the event is not one of those above
    /// @throws IOException          what reading `in` throws
    public static SourceBatch read(InputStream in) throws IOException {
        return read(bytes(in));
    }

    /// The bytes of one event, to its end. The stream is not closed.
    ///
    /// @throws EventFormatException when it is longer than [#EVENT_BYTES_MAX]
    public static byte[] bytes(InputStream in) throws IOException {
        byte[] event = allBytes(in);
        if (event.length > EVENT_BYTES_MAX) {
            throw new EventFormatException("The event is longer than " + EVENT_BYTES_MAX + " bytes");
        }
        return event;
    }

    /// At most one byte more than an event may have. Lambda's stream is in memory already and is copied at once; others
    /// are gathered in pieces.
    private static byte[] allBytes(InputStream in) throws IOException {
        return in instanceof ByteArrayInputStream && in.available() <= EVENT_BYTES_MAX
                ? in.readAllBytes()
                : in.readNBytes(EVENT_BYTES_MAX + 1);
    }

    /// Reads one event. The batch keeps the array, which must not change from here on.
    ///
    /// @throws EventFormatException when the event is not one of those above
    public static SourceBatch read(byte[] event) {
        return read(event, event.length);
    }

    /// Reads the event in the first `length` bytes of `buffer`, which must not change while the batch is in use.
    static SourceBatch read(byte[] buffer, int length) {
        SourceBatch usual = QuickEventReader.read(buffer, length);
        return usual == null ? readAny(length == buffer.length ? buffer : Arrays.copyOf(buffer, length)) : usual;
    }

    static SourceBatch readAny(byte[] event) {
        try (JsonParser parser = JSON.createParser(event)) {
            return readEvent(event, parser, new EventPlace(parser));
        } catch (IOException e) {
            throw new EventFormatException("The event is not valid UTF-8 text: " + e.getMessage(), e);
        }
    }

    private static SourceBatch readEvent(byte[] event, JsonParser parser, EventPlace place) throws IOException {
        try {
            return readEvent(event, parser);
        } catch (StreamConstraintsException e) {
            throw new EventFormatException("The event goes beyond what is read, " + place.describe() + ": "
                    + e.getOriginalMessage(), e);
        } catch (JsonProcessingException e) {
            throw new EventFormatException("The event is not valid JSON: " + e.getOriginalMessage() + " ("
                    + place.describe() + ")", e);
        }
    }

    private static SourceBatch readEvent(byte[] event, JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new EventFormatException("The event is not a JSON object");
        }
        Envelope envelope = new Envelope();
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            switch (field) {
                case "invocationId" -> envelope.invocationId = textOr(parser, "");
                case "deliveryStreamArn" -> envelope.deliveryStreamArn = textOr(parser, "");
                case "sourceMSKArn" -> envelope.topicArn = textOr(parser, "");
                case "records" -> envelope.firehose = records(parser, value, field,
                        new FirehoseRecordReader(event, parser));
                case "Records" ->
                    envelope.kinesis = records(parser, value, field, new KinesisRecordReader(event, parser));
                default -> parser.skipChildren();
            }
        }
        if (parser.nextToken() != null) {
            throw new EventFormatException("There is something behind the event's closing brace");
        }
        return envelope.toBatch();
    }

    private static <R extends EventRecordReader> R records(JsonParser parser, @Nullable JsonToken value, String field,
            R reader) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            throw new EventFormatException("The event's " + field + " is not an array");
        }
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token != JsonToken.START_OBJECT) {
                throw new EventFormatException("Record " + reader.records().size() + " of the event is not an object");
            }
            reader.readRecord();
        }
        return reader;
    }

    static String textOr(JsonParser parser, String otherwise) throws IOException {
        if (parser.currentToken().isScalarValue()) {
            return parser.hasToken(JsonToken.VALUE_NULL) ? otherwise : parser.getText();
        }
        parser.skipChildren();
        return otherwise;
    }

    /// The values of an event's top level that were read so far.
    private static final class Envelope {
        private String invocationId = "";
        private String deliveryStreamArn = "";
        private String topicArn = "";
        private @Nullable FirehoseRecordReader firehose;
        private @Nullable KinesisRecordReader kinesis;

        private SourceBatch toBatch() {
            if (firehose != null && kinesis == null) {
                return new SourceBatch(SourceType.FIREHOSE, payload(firehose.payload()),
                        origin(firehose.partitions()), invocationId, firehose.records());
            }
            if (kinesis != null && firehose == null) {
                return new SourceBatch(SourceType.KINESIS, kinesis.streamArn(), "", kinesis.records());
            }
            throw new EventFormatException(firehose == null
                    ? "The event has neither records (Firehose) nor Records (Kinesis): not an event that Sluice handles"
                    : "The event has records (Firehose) and Records (Kinesis): it must have one of them");
        }

        /// Ids of a topic's records may be their offsets, which each of its partitions has.
        private String origin(List<String> partitions) {
            return partitions.stream().allMatch(String::isEmpty)
                    ? deliveryStreamArn
                    : deliveryStreamArn + "\n" + String.join("\n", partitions);
        }

        private PayloadMember payload(@Nullable PayloadMember payload) {
            if (payload == PayloadMember.DATA && !topicArn.isEmpty()) {
                throw new EventFormatException("The event is of an Amazon MSK source (sourceMSKArn " + topicArn
                        + "), and its records have data instead of kafkaRecordValue");
            }
            return payload == PayloadMember.KAFKA_RECORD_VALUE || !topicArn.isEmpty()
                    ? PayloadMember.KAFKA_RECORD_VALUE
                    : PayloadMember.DATA;
        }
    }
}
