package io.sluice.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.input.Decompression;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what a CloudWatch Logs subscription invokes a function with: JSON in gzip in base64. A control message, with
/// which the service tries whether the function is there, has no records, and its one log event no id. Reads one event.
///
/// Source: Amazon CloudWatch Logs User Guide, "Log group-level subscription filters", example 2 with Lambda.
final class LogsEventReader {
    private static final String DATA_MESSAGE = "DATA_MESSAGE";
    private static final String CONTROL_MESSAGE = "CONTROL_MESSAGE";
    /// The end of the year 9999.
    private static final long TIMESTAMP_MAX = 253_402_300_799_999L;

    private final List<Fields> events = new ArrayList<>();
    private List<LogEvent> data = List.of();
    private final List<String> filters = new ArrayList<>();
    private String messageType = "";
    private String owner = "";
    private String logGroup = "";
    private String logStream = "";
    private boolean hasEvents;

    private LogsEventReader() {}

    /// @throws EventFormatException when it is no such event, or holds more than [Decompression#CONTENT_BYTES_MAX]
    static SourceBatch read(byte[] event, RecordForm form) {
        LogsEventReader reader = new LogsEventReader();
        EventJson.read(content(event), "The content of the event's /awslogs/data", reader::content);
        return reader.batch(form);
    }

    private static byte[] content(byte[] event) {
        Compressed compressed = new Compressed();
        EventJson.read(event, "The event", compressed::read);
        return switch (Decompression.gunzip(compressed.data)) {
            case Decompression.Result.Decompressed(byte[] content) -> content;
            case Decompression.Result.Failed(String cause) ->
                throw new EventFormatException("The event's /awslogs/data cannot be read: " + cause);
        };
    }

    private void content(EventJson json) throws IOException {
        json.fields(name -> {
            switch (name) {
                case "messageType" -> messageType = json.text();
                case "owner" -> owner = json.text();
                case "logGroup" -> logGroup = json.text();
                case "logStream" -> logStream = json.text();
                case "subscriptionFilters" -> json.elements(() -> filters.add(json.text()));
                case "logEvents" -> {
                    hasEvents = true;
                    json.elements(() -> events.add(event(json)));
                }
                default -> json.skip();
            }
        });
        switch (messageType) {
            case CONTROL_MESSAGE -> {
            }
            case DATA_MESSAGE -> {
                require(json, !logGroup.isEmpty(), "/logGroup");
                require(json, !logStream.isEmpty(), "/logStream");
                require(json, !owner.isEmpty(), "/owner");
                require(json, hasEvents, "/logEvents");
                data = data(json);
            }
            case "" -> throw json.missing("/messageType");
            default -> throw new EventFormatException("The content of the event's /awslogs/data has the /messageType "
                    + messageType + ", neither " + DATA_MESSAGE + " nor " + CONTROL_MESSAGE);
        }
    }

    private static void require(EventJson json, boolean isThere, String path) {
        if (!isThere) {
            throw json.missing(path);
        }
    }

    private static Fields event(EventJson json) throws IOException {
        Fields fields = new Fields();
        json.fields(name -> {
            switch (name) {
                case "id" -> fields.id = json.text();
                case "timestamp" -> fields.timestamp = timestamp(json);
                case "message" -> fields.message = json.text();
                case "extractedFields" -> fields.extracted = json.isNull() ? null : copy(json);
                default -> json.skip();
            }
        });
        return fields;
    }

    private List<LogEvent> data(EventJson json) {
        List<LogEvent> complete = new ArrayList<>();
        for (Fields fields : events) {
            complete.add(fields.toEvent(json, "/logEvents/" + complete.size()));
        }
        return complete;
    }

    private static long timestamp(EventJson json) throws IOException {
        long timestamp = json.whole();
        if (timestamp < 0 || timestamp > TIMESTAMP_MAX) {
            throw json.failure("is not between the years 1970 and 9999");
        }
        return timestamp;
    }

    /// The current value, on one line.
    private static String copy(EventJson json) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator to = EventJson.PAYLOADS.createGenerator(text)) {
            to.copyCurrentStructureExact(json.parser());
        }
        return text.toString();
    }

    private SourceBatch batch(RecordForm form) {
        LogEvent.Origin origin = new LogEvent.Origin(owner, logGroup, logStream, filters);
        return new SourceBatch(SourceType.CLOUDWATCH_LOGS, origin.name(), "",
                data.stream().map(event -> record(event, origin, form)).toList());
    }

    private static SourceRecord record(LogEvent event, LogEvent.Origin origin, RecordForm form) {
        byte[] data = switch (form) {
            case PAYLOAD -> event.message().getBytes(StandardCharsets.UTF_8);
            case ENVELOPE -> RecordEnvelope.of(event, origin);
        };
        return new SourceRecord(event.id(), Instant.ofEpochMilli(event.timestamp()), data);
    }

    /// The compressed data of an event.
    private static final class Compressed {
        private byte[] data = {};

        private void read(EventJson json) throws IOException {
            json.fields(name -> {
                if (name.equals("awslogs")) {
                    json.fields(field -> field(json, field));
                } else {
                    json.skip();
                }
            });
            if (data.length == 0) {
                throw json.missing("/awslogs/data");
            }
        }

        private void field(EventJson json, String name) throws IOException {
            if (name.equals("data")) {
                byte[] bytes = json.base64();
                data = bytes == null ? data : bytes;
            } else {
                json.skip();
            }
        }
    }

    /// The values of a log event's fields that were read so far.
    private static final class Fields {
        private @Nullable String id;
        private @Nullable Long timestamp;
        private @Nullable String message;
        private @Nullable String extracted;

        private LogEvent toEvent(EventJson json, String path) {
            if (id == null || id.isEmpty()) {
                throw json.missing(path + "/id");
            }
            if (timestamp == null) {
                throw json.missing(path + "/timestamp");
            }
            if (message == null) {
                throw json.missing(path + "/message");
            }
            return new LogEvent(id, timestamp, message, Optional.ofNullable(extracted));
        }
    }
}
