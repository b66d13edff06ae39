package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/// Events of a CloudWatch Logs subscription, and how they are read.
final class LogsEvents {
    static final String CONTENT = """
            {"messageType": "DATA_MESSAGE", "owner": "123456789012", "logGroup": "/shop/checkout",
             "logStream": "task/7f3a", "subscriptionFilters": ["to-sluice"],
             "logEvents": [
               {"id": "39217054112234564417612332134529387621", "timestamp": 1795348800000,
                "message": "{\\"level\\":\\"info\\"}"},
               {"id": "39217054112234564417612332134529387622", "timestamp": 1795348800040, "message": "no JSON\\n",
                "extractedFields": {"n": "1"}}]}""";
    static final String CONTROL = """
            {"messageType": "CONTROL_MESSAGE", "owner": "CloudwatchLogs", "logGroup": "", "logStream": "",
             "subscriptionFilters": [], "logEvents": [{"id": "", "timestamp": 1795348800000,
             "message": "CWL CONTROL MESSAGE: Checking health of destination Lambda."}]}""";

    private LogsEvents() {}

    static SourceBatch read(byte[] event, RecordForm form) {
        return KafkaEvents.read(event, new EventSettings(SourceType.CLOUDWATCH_LOGS, form, Optional.empty()));
    }

    static SourceBatch read(String content) {
        return read(event(gzip(content.getBytes(UTF_8))), RecordForm.ENVELOPE);
    }

    static byte[] event(byte[] data) {
        return ("{\"awslogs\": {\"data\": \"" + Base64.getEncoder().encodeToString(data) + "\"}}").getBytes(UTF_8);
    }

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
