package io.sluice.lambda;

import io.sluice.firehose.EventReader;
import io.sluice.firehose.SourceBatch;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A transformation event for priming: some records that no stream ever sent, so that parsing, jq, grouping and
/// compression are loaded and warm.
final class PrimingEvent {
    private static final int RECORDS = 200;

    private PrimingEvent() {}

    static SourceBatch read() {
        StringBuilder event = new StringBuilder("{\"invocationId\":\"priming\",\"deliveryStreamArn\":\"arn:priming\",")
                .append("\"region\":\"us-east-1\",\"records\":[");
        for (int i = 0; i < RECORDS; i++) {
            String record = "{\"id\":\"" + i + "\",\"time\":1565382027,\"type\":{\"device\":\"mobile\"}}";
            event.append(i == 0 ? "" : ",").append("{\"recordId\":\"").append(i)
                    .append("\",\"approximateArrivalTimestamp\":1565382027000,\"data\":\"")
                    .append(Base64.getEncoder().encodeToString(record.getBytes(StandardCharsets.UTF_8))).append("\"}");
        }
        return EventReader.read(event.append("]}").toString().getBytes(StandardCharsets.UTF_8));
    }
}
