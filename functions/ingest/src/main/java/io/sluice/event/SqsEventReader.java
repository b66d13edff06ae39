package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.position.RecordName;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads what an event source mapping on an SQS queue invokes a function with. Reads one event.
///
/// Each message is a record, known by its queue, its message id and its body. A notification of Amazon SNS is known by
/// its topic, its own id and its message: SNS may put it into the queue twice, as two messages.
///
/// Source: AWS Lambda Developer Guide, "Using Lambda with Amazon SQS", "Example standard queue message event".
final class SqsEventReader {
    private final List<SqsMessage> messages = new ArrayList<>();
    private boolean hasRecords;

    private SqsEventReader() {}

    /// @throws EventFormatException when it is no such event
    static SourceBatch read(byte[] event, EventSettings settings) {
        SqsEventReader reader = new SqsEventReader();
        EventJson.read(event, "The event", reader::event);
        return new SourceBatch(settings.source(),
                reader.messages.isEmpty() ? "" : reader.messages.getFirst().queue(), "",
                reader.messages.stream().map(message -> record(message, settings)).toList());
    }

    private void event(EventJson json) throws IOException {
        json.fields(name -> {
            if (name.equals("Records")) {
                hasRecords = true;
                json.elements(() -> messages.add(SqsMessage.read(json, "/Records/" + messages.size())));
            } else {
                json.skip();
            }
        });
        if (!hasRecords) {
            throw json.missing("/Records");
        }
    }

    /// Of a queue of topics, a body that is no notification is the record itself.
    private static SourceRecord record(SqsMessage message, EventSettings settings) {
        Optional<SnsNotification> notification = settings.source() == SourceType.SNS
                ? SnsNotification.of(message.body())
                : Optional.empty();
        return notification.map(each -> record(message, each, settings.form()))
                .orElseGet(() -> record(message, settings.form()));
    }

    private static SourceRecord record(SqsMessage message, RecordForm form) {
        return record(message, switch (form) {
            case PAYLOAD -> message.body();
            case ENVELOPE -> RecordEnvelope.of(message);
        }, RecordName.of(message.queue(), message.id(), message.body()));
    }

    private static SourceRecord record(SqsMessage message, SnsNotification notification, RecordForm form) {
        return record(message, switch (form) {
            case PAYLOAD -> notification.message();
            case ENVELOPE -> RecordEnvelope.of(notification);
        }, RecordName.of(notification.topic(), notification.id(), notification.message()));
    }

    private static SourceRecord record(SqsMessage message, byte[] data, RecordName name) {
        return SourceRecord.named(message.id(), Instant.ofEpochMilli(message.sent()), data, name);
    }
}
