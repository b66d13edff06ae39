package io.sluice.firehose;

import com.fasterxml.jackson.core.JsonParser;
import io.sluice.input.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the `Records` of a Kinesis event-source batch. A batch is of one shard of one stream.
final class KinesisRecordReader extends EventRecordReader {
    private String streamArn = "";
    private String eventId = "";
    private String source = "";
    private String sequenceNumber = "";
    private String partitionKey = "";
    private @Nullable Base64Text data;
    private @Nullable Instant arrival;

    KinesisRecordReader(byte[] event, JsonParser parser) {
        super(event, parser);
    }

    /// `eventSourceARN`, the same in every record; empty when none had one.
    String streamArn() {
        return streamArn;
    }

    @Override
    void start() {
        eventId = "";
        source = "";
        sequenceNumber = "";
        partitionKey = "";
        data = null;
        arrival = null;
    }

    @Override
    void field(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "eventID" -> eventId = EventReader.textOr(parser, "");
            case "eventSource" -> source = EventReader.textOr(parser, "");
            case "eventSourceARN" -> ofStream(EventReader.textOr(parser, ""));
            case "kinesis" -> eachField(this::kinesisField);
            default -> parser.skipChildren();
        }
    }

    private void ofStream(String arn) {
        if (!streamArn.isEmpty() && !arn.equals(streamArn)) {
            throw failure("eventSourceARN is " + arn + ", and " + streamArn + " before: a batch is of one stream");
        }
        streamArn = arn;
    }

    private void kinesisField(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "data" -> data = base64(name);
            case "sequenceNumber" -> sequenceNumber = EventReader.textOr(parser, "");
            case "partitionKey" -> partitionKey = EventReader.textOr(parser, "");
            case "approximateArrivalTimestamp" -> arrival = instant("kinesis." + name, Timestamps.Unit.SECONDS);
            default -> parser.skipChildren();
        }
    }

    @Override
    SourceRecord end() {
        if (!source.isEmpty() && !source.equals("aws:kinesis")) {
            throw failure("eventSource is " + source + ", not aws:kinesis");
        }
        int colon = eventId.indexOf(':');
        if (colon <= 0) {
            throw failure("eventID is not <shard id>:<sequence number>");
        }
        String shardId = eventId.substring(0, colon);
        String sequence = sequenceNumber.isEmpty() ? eventId.substring(colon + 1) : sequenceNumber;
        if (sequence.isEmpty()) {
            throw failure("kinesis.sequenceNumber is missing");
        }
        if (arrival == null) {
            throw failure("kinesis.approximateArrivalTimestamp is missing");
        }
        Base64Text text = data == null ? Base64Text.of(new byte[0]) : data;
        return new SourceRecord(shardId + ":" + sequence, arrival, decode(text, "data"), text,
                Optional.of(new KinesisPosition(shardId, sequence, 0, partitionKey)));
    }

    @Override
    String recordId() {
        return eventId;
    }
}
