package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.event.EventSettings;
import io.sluice.event.SourceEvents;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.testkit.wire.Gzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Collectors;

/// Batches as a CloudWatch Logs subscription sends them: each record is a log event.
final class LogsWire {
    private static final EventSettings SETTINGS = new EventSettings(SourceType.CLOUDWATCH_LOGS, RecordForm.PAYLOAD,
            Optional.empty());

    private LogsWire() {}

    /// The batch that the function reads out of the event of `batch`.
    static SourceBatch sent(SourceBatch batch, InstantSource clock) {
        String events = batch.records().stream().map(LogsWire::event).collect(Collectors.joining(", "));
        String content = "{\"messageType\": \"DATA_MESSAGE\", \"owner\": \"123456789012\", \"logGroup\": \"g\","
                + " \"logStream\": \"s\", \"subscriptionFilters\": [\"f\"], \"logEvents\": [" + events + "]}";
        try {
            String data = Base64.getEncoder().encodeToString(Gzip.of(content.getBytes(UTF_8)));
            String event = "{\"awslogs\": {\"data\": \"" + data + "\"}}";
            return new SourceEvents(SETTINGS, clock).read(new ByteArrayInputStream(event.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String event(SourceRecord record) {
        return "{\"id\": \"" + record.recordId() + "\", \"timestamp\": " + record.arrival().toEpochMilli()
                + ", \"message\": \"" + new String(record.data(), UTF_8) + "\"}";
    }
}
