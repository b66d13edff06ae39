package io.sluice.firehose;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EventReaderTest {
    private static final String DIRECT_PUT = """
            {"invocationId":"i-1","deliveryStreamArn":"arn:aws:firehose:us-west-2:123456789012:deliverystream/quakes",
             "region":"us-west-2","records":[
              {"recordId":"49-1","approximateArrivalTimestamp":1757500000123,"data":"eyJhIjoxfQ=="},
              {"recordId":"49-2","approximateArrivalTimestamp":1757500000124,"data":""}]}""";

    @Test
    void aDirectPutEventIsRead() throws IOException {
        SourceBatch batch = EventReader.read(new ByteArrayInputStream(bytes(DIRECT_PUT)));
        assertEquals(SourceBatch.Kind.FIREHOSE, batch.kind());
        assertEquals("i-1", batch.invocationId());
        assertEquals("arn:aws:firehose:us-west-2:123456789012:deliverystream/quakes", batch.sourceArn());
        assertEquals(2, batch.records().size());
        SourceRecord first = batch.records().getFirst();
        assertEquals("49-1", first.recordId());
        assertEquals(Instant.ofEpochMilli(1757500000123L), first.arrival());
        assertArrayEquals(bytes("{\"a\":1}"), first.data());
        assertEquals(Optional.empty(), first.kinesis());
        assertEquals(0, batch.records().get(1).data().length);
    }

    @Test
    void theBase64TextOfARecordPassesThroughUntouched() throws IOException {
        SourceRecord record = EventReader.read(bytes(DIRECT_PUT)).records().getFirst();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        record.base64().writeTo(text);
        assertEquals("eyJhIjoxfQ==", text.toString(StandardCharsets.US_ASCII));
    }

    @Test
    void aKinesisBatchNamesRecordsByShardAndSequenceNumber() {
        SourceBatch batch = EventReader.read(bytes("""
                {"Records":[{"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"1","sequenceNumber":"495",
                 "data":"SGVsbG8=","approximateArrivalTimestamp":1545084650.987},"eventSource":"aws:kinesis",
                 "eventID":"shardId-000000000006:495","eventSourceARN":"arn:aws:kinesis:us-east-2:1:stream/s"}]}"""));
        assertEquals(SourceBatch.Kind.KINESIS, batch.kind());
        assertEquals("arn:aws:kinesis:us-east-2:1:stream/s", batch.sourceArn());
        SourceRecord record = batch.records().getFirst();
        assertEquals("shardId-000000000006:495", record.recordId());
        assertEquals(Instant.ofEpochMilli(1545084650987L), record.arrival());
        assertArrayEquals(bytes("Hello"), record.data());
        assertEquals(Optional.of(new KinesisPosition("shardId-000000000006", "495", 0, "1")), record.kinesis());
    }

    @Test
    void aFailureNamesTheRecordAndNotItsPayload() {
        EventFormatException failure = assertThrows(EventFormatException.class, () -> EventReader.read(bytes("""
                {"records":[{"recordId":"r0","approximateArrivalTimestamp":1,"data":""},
                 {"recordId":"r1","approximateArrivalTimestamp":1,"data":"secret*"}]}""")));
        assertTrue(String.valueOf(failure.getMessage()).startsWith("Record 1 (r1): data is not base64"),
                failure::toString);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
