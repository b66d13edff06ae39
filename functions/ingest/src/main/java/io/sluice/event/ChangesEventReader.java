package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.position.RecordName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Reads what an event source mapping on a DynamoDB stream invokes a function with. Reads one event.
///
/// A change has a number in its shard, but the event does not say which shard it is of; so changes are known one by
/// one, by the stream, the event id and the number.
///
/// Source: Amazon DynamoDB Developer Guide, "DynamoDB Streams and AWS Lambda triggers"; AWS Lambda Developer Guide,
/// "Using AWS Lambda with Amazon DynamoDB", "Example event".
final class ChangesEventReader {
    private final List<SourceRecord> records = new ArrayList<>();
    private String stream = "";
    private boolean hasRecords;

    private ChangesEventReader() {}

    /// @throws EventFormatException when it is no such event
    static SourceBatch read(byte[] event) {
        ChangesEventReader reader = new ChangesEventReader();
        EventJson.read(event, "The event", reader::event);
        return new SourceBatch(SourceType.DYNAMODB_STREAMS, reader.stream, "", reader.records);
    }

    private void event(EventJson json) throws IOException {
        json.fields(name -> {
            if (name.equals("Records")) {
                hasRecords = true;
                json.elements(() -> record(json, "/Records/" + records.size()));
            } else {
                json.skip();
            }
        });
        if (!hasRecords) {
            throw json.missing("/Records");
        }
    }

    private void record(EventJson json, String path) throws IOException {
        ChangeRecord change = ChangeRecord.read(json, path);
        stream = change.stream();
        records.add(SourceRecord.named(change.eventId(), Instant.ofEpochMilli(change.created()),
                RecordEnvelope.of(change, path), RecordName.of(change.stream(), change.eventId(),
                        change.sequence().getBytes(StandardCharsets.UTF_8))));
    }
}
