package io.sluice.firehose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventBufferTest {
    private final EventBuffer events = new EventBuffer();

    @Test
    void aShortEventBehindALongOneIsReadAlone() throws IOException {
        assertEquals(List.of("a".repeat(200_000), "b"), ids(stream(event("a".repeat(200_000), "b"))));
        assertEquals(List.of("c"), ids(stream(event("c"))));
        assertEquals(List.of("d", "\u00e9"), ids(stream(event("d", "\u00e9"))));
    }

    @Test
    void aBrokenEventIsRefusedThoughTheOneBeforeItWouldCompleteIt() throws IOException {
        String event = event("a", "b");
        for (int length = 0; length < event.length(); length++) {
            assertEquals(List.of("a", "b"), ids(stream(event)));
            String broken = event.substring(0, length);
            assertThrows(EventFormatException.class, () -> ids(stream(broken)), broken);
        }
    }

    @Test
    void streamsOfUnknownLengthAreReadToTheirEnd() throws IOException {
        assertEquals(List.of("a"), ids(new BufferedInputStream(stream(event("a")))));
    }

    @Test
    void anEventReadWhileAnotherIsInUseLeavesItAsItIs() throws IOException {
        List<String> texts = new ArrayList<>();
        events.read(stream(event("a")), outer -> {
            events.read(stream(event("bcdefgh")), inner -> texts.add(text(inner)));
            texts.add(text(outer));
        });
        assertEquals(List.of("YmNkZWZnaA==", "YQ=="), texts);
    }

    private static String text(SourceBatch batch) throws IOException {
        var text = new ByteArrayOutputStream();
        ResponseBuffer buffer = new ResponseBuffer(text);
        batch.records().getFirst().base64().writeTo(buffer);
        buffer.flush();
        return text.toString(StandardCharsets.US_ASCII);
    }

    private List<String> ids(InputStream in) throws IOException {
        List<String> ids = new ArrayList<>();
        events.read(in, batch -> batch.records().forEach(record -> ids.add(record.recordId())));
        return ids;
    }

    private static InputStream stream(String event) {
        return new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8));
    }

    /// Records whose data is their id.
    private static String event(String... ids) {
        List<String> records = new ArrayList<>();
        for (String id : ids) {
            records.add("{\"recordId\":\"" + id + "\",\"approximateArrivalTimestamp\":1757500000123,\"data\":\""
                    + Base64.getEncoder().encodeToString(id.getBytes(StandardCharsets.UTF_8)) + "\"}");
        }
        return "{\"invocationId\":\"i\",\"deliveryStreamArn\":\"arn\",\"region\":\"r\",\"records\":["
                + String.join(",", records) + "]}";
    }
}
