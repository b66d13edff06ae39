package io.sluice.firehose;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the `records` of a Firehose transformation event.
final class FirehoseRecordReader extends RecordReader {
    private String recordId = "";
    private @Nullable Base64Text data;
    private @Nullable Instant arrival;
    private @Nullable KinesisFields kinesis;

    FirehoseRecordReader(byte[] event, JsonParser parser) {
        super(event, parser);
    }

    @Override
    void start() {
        recordId = "";
        data = null;
        arrival = null;
        kinesis = null;
    }

    @Override
    void field(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "recordId" -> recordId = EventReader.textOr(parser, "");
            case "data" -> data = base64();
            case "approximateArrivalTimestamp" -> arrival = instant(name, Timestamps.Unit.MILLISECONDS);
            case "approximateArrivalEpoch" -> {
                Instant alias = instant(name, Timestamps.Unit.MILLISECONDS);
                arrival = arrival == null ? alias : arrival;
            }
            case "kinesisRecordMetadata" -> {
                boolean present = parser.hasToken(JsonToken.START_OBJECT);
                KinesisFields fields = new KinesisFields();
                eachField((field, value) -> fields.field(field, value, this));
                kinesis = present ? fields : null;
            }
            case "kafkaRecordValue" -> throw failure("kafkaRecordValue: an Amazon MSK source is not supported,"
                    + " use a Firehose stream with Direct PUT or a Kinesis data stream as its source");
            default -> parser.skipChildren();
        }
    }

    @Override
    SourceRecord end() {
        if (recordId.isEmpty()) {
            throw failure("recordId is missing or empty");
        }
        Instant arrived = arrival != null || kinesis == null ? arrival : kinesis.arrival;
        if (arrived == null) {
            throw failure("approximateArrivalTimestamp is missing");
        }
        Base64Text text = data == null ? Base64Text.NONE : data;
        return new SourceRecord(recordId, arrived, decode(text), text,
                Optional.ofNullable(kinesis).map(KinesisFields::position));
    }

    @Override
    String recordId() {
        return recordId;
    }

    /// What `kinesisRecordMetadata` has said so far.
    private static final class KinesisFields {
        private String shardId = "";
        private String partitionKey = "";
        private String sequenceNumber = "";
        private long subsequenceNumber;
        private @Nullable Instant arrival;

        private void field(String name, JsonParser parser, RecordReader reader) throws IOException {
            switch (name) {
                case "shardId" -> shardId = EventReader.textOr(parser, "");
                case "partitionKey" -> partitionKey = EventReader.textOr(parser, "");
                case "sequenceNumber" -> sequenceNumber = EventReader.textOr(parser, "");
                case "subsequenceNumber" -> subsequenceNumber = subsequence(EventReader.textOr(parser, ""), reader);
                case "approximateArrivalTimestamp" ->
                    arrival = reader.instant("kinesisRecordMetadata." + name, Timestamps.Unit.MILLISECONDS);
                default -> parser.skipChildren();
            }
        }

        private static long subsequence(String text, RecordReader reader) {
            try {
                return text.isEmpty() ? 0 : Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw reader.failure("kinesisRecordMetadata.subsequenceNumber is not a whole number", e);
            }
        }

        private KinesisPosition position() {
            return new KinesisPosition(shardId, sequenceNumber, subsequenceNumber, partitionKey);
        }
    }
}
