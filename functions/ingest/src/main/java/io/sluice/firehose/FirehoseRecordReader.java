package io.sluice.firehose;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.input.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the `records` of a Firehose transformation event.
final class FirehoseRecordReader extends EventRecordReader {
    private String recordId = "";
    private @Nullable Base64Text data;
    private @Nullable Base64Text kafkaValue;
    private @Nullable Instant arrival;
    private @Nullable Instant sourceArrival;
    private @Nullable KinesisFields kinesis;
    private String partition = "";
    private final List<String> partitions = new ArrayList<>();
    /// Of the records so far.
    private @Nullable PayloadMember payload;

    FirehoseRecordReader(byte[] event, JsonParser parser) {
        super(event, parser);
    }

    @Override
    void start() {
        recordId = "";
        data = null;
        kafkaValue = null;
        arrival = null;
        sourceArrival = null;
        kinesis = null;
        partition = "";
    }

    /// The partition of the topic that each record is of; empty where the event does not say.
    List<String> partitions() {
        return partitions;
    }

    /// The member that the records have their payloads in; null when none has a payload.
    @Nullable
    PayloadMember payload() {
        return payload;
    }

    @Override
    void field(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "recordId" -> recordId = EventReader.textOr(parser, "");
            case "data" -> data = base64(name);
            case "kafkaRecordValue" -> kafkaValue = base64(name);
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
                sourceArrival = present ? fields.arrival : sourceArrival;
            }
            case "mskRecordMetadata" -> eachField((field, value) -> {
                switch (field) {
                    case "approximateArrivalTimestamp" ->
                        sourceArrival = instant("mskRecordMetadata." + field, Timestamps.Unit.MILLISECONDS);
                    case "partitionId" -> partition = EventReader.textOr(value, "");
                    default -> value.skipChildren();
                }
            });
            default -> parser.skipChildren();
        }
    }

    @Override
    SourceRecord end() {
        if (recordId.isEmpty()) {
            throw failure("recordId is missing or empty");
        }
        Instant arrived = arrival == null ? sourceArrival : arrival;
        if (arrived == null) {
            throw failure("approximateArrivalTimestamp is missing");
        }
        partitions.add(partition);
        Base64Text text = payloadText();
        return new SourceRecord(recordId, arrived, decode(text, kafkaValue == null ? "data" : "kafkaRecordValue"), text,
                Optional.ofNullable(kinesis).map(KinesisFields::position));
    }

    /// A missing payload is no bytes, as a deleted key of a topic is.
    private Base64Text payloadText() {
        if (data != null) {
            requireAll(PayloadMember.DATA, kafkaValue == null);
            return data;
        }
        if (kafkaValue != null) {
            requireAll(PayloadMember.KAFKA_RECORD_VALUE, true);
            return kafkaValue;
        }
        return Base64Text.NONE;
    }

    private void requireAll(PayloadMember member, boolean isAlone) {
        if (!isAlone || (payload != null && payload != member)) {
            throw failure("the event has payloads in data and in kafkaRecordValue: it must have them in one of these");
        }
        payload = member;
    }

    @Override
    String recordId() {
        return recordId;
    }

    /// The values of `kinesisRecordMetadata` that were read so far.
    private static final class KinesisFields {
        private String shardId = "";
        private String partitionKey = "";
        private String sequenceNumber = "";
        private long subsequenceNumber;
        private @Nullable Instant arrival;

        private void field(String name, JsonParser parser, EventRecordReader reader) throws IOException {
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

        private static long subsequence(String text, EventRecordReader reader) {
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
