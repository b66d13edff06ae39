package io.sluice.firehose;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sluice.CaseTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class EventReaderTest {
    private static final long SEED = 20_261_120;
    private static final byte[] SYNTAX = bytes("{}[]:,\"\\ 0.eE-n");
    private static final String DIRECT_PUT = """
            {"invocationId":"i-1","deliveryStreamArn":"arn:aws:firehose:us-west-2:123456789012:deliverystream/quakes",
             "region":"us-west-2","records":[
              {"recordId":"49-1","approximateArrivalTimestamp":1757500000123,"data":"eyJhIjoxfQ=="},
              {"recordId":"49-2","approximateArrivalTimestamp":1757500000124,"data":""}]}""";

    @Test
    void aDirectPutEventIsRead() throws IOException {
        SourceBatch batch = EventReader.read(new ByteArrayInputStream(bytes(DIRECT_PUT)));
        assertEquals(SourceType.FIREHOSE, batch.type());
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
        ResponseBuffer buffer = new ResponseBuffer(text);
        record.base64().writeTo(buffer);
        buffer.flush();
        assertEquals("eyJhIjoxfQ==", text.toString(StandardCharsets.US_ASCII));
    }

    @Test
    void aKinesisBatchNamesRecordsByShardAndSequenceNumber() {
        SourceBatch batch = EventReader.read(bytes("""
                {"Records":[{"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"1","sequenceNumber":"495",
                 "data":"SGVsbG8=","approximateArrivalTimestamp":1545084650.987},"eventSource":"aws:kinesis",
                 "eventID":"shardId-000000000006:495","eventSourceARN":"arn:aws:kinesis:us-east-2:1:stream/s"}]}"""));
        assertEquals(SourceType.KINESIS, batch.type());
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

    @TestFactory
    Stream<DynamicTest> eventsAreReadAsTheirTableSays() throws IOException {
        return CaseTable.read(EventReaderTest.class, "events.txt", 4).stream()
                .map(row -> dynamicTest(row.getFirst(), () -> check(row.get(2), row.get(3))));
    }

    private static void check(String event, String expected) {
        if (expected.startsWith("error ")) {
            EventFormatException failure = assertThrows(EventFormatException.class,
                    () -> EventReader.read(bytes(event)));
            String message = String.valueOf(failure.getMessage());
            assertTrue(message.contains(expected.substring("error ".length())), message);
        } else {
            SourceBatch batch = EventReader.read(bytes(event));
            assertEquals(expected, batch.type()
                    + (batch.payload() == PayloadMember.KAFKA_RECORD_VALUE ? "_MSK" : "") + ": "
                    + String.join(" ;; ", batch.records().stream().map(EventReaderTest::show).toList()));
        }
    }

    private static String show(SourceRecord record) {
        String kinesis = record.kinesis().map(at -> " (" + at.shardId() + " " + at.sequenceNumber() + " "
                + at.subsequenceNumber() + " " + at.partitionKey() + ")").orElse("");
        return record.recordId() + "@" + record.arrival().toEpochMilli() + "="
                + new String(record.data(), StandardCharsets.UTF_8) + kinesis;
    }

    @Test
    void anyMutatedEventEndsInABatchOrAFormatException() throws IOException {
        List<String> events = CaseTable.read(EventReaderTest.class, "events.txt", 4).stream().map(row -> row.get(2))
                .filter(event -> !event.isEmpty()).toList();
        Random random = new Random(SEED);
        int batches = 0;
        int runs = 50_000;
        for (int run = 0; run < runs; run++) {
            byte[] event = mutated(bytes(events.get(random.nextInt(events.size()))), random);
            try {
                EventReader.read(event).records().forEach(record -> Objects.requireNonNull(record.data()));
                batches++;
            } catch (EventFormatException e) {
                assertFalse(String.valueOf(e.getMessage()).isEmpty());
            } catch (RuntimeException e) {
                fail("seed " + SEED + ", run " + run + ": " + new String(event, StandardCharsets.UTF_8), e);
            }
        }
        assertTrue(batches > 1_000 && batches < runs - 1_000, "batches: " + batches);
    }

    /// What a parser bounds for its own sake: nesting, the length of a name, the digits of a number.
    @Test
    void anEventBeyondTheParsersBoundsIsRefusedWithTheFieldAndTheByte() {
        assertRefused("{\"other\":" + "[".repeat(1_001) + "]".repeat(1_001) + ",\"records\":[]}",
                "at byte 1009, in /other/0/0/0/0/0/0/0/…, 1001 levels deep: Document nesting depth (1001)");
        assertRefused(
                "{\"records\":[{\"recordId\":\"1\",\"x\":" + "{\"a\":".repeat(1_001) + "1" + "}".repeat(1_001) + "}]}",
                "in /records/0/x/a/a/a/a/a/…");
        assertRefused("{\"records\":[{\"recordId\":\"1\",\"" + "n".repeat(60_000) + "\":1}]}",
                "in /records/0/recordId: Name length (");
        assertRefused("{\"" + "n".repeat(60_000) + "\":1}", "in /: Name length (");
        assertRefused("{\"records\":[{\"recordId\":" + "7".repeat(2_000) + "}]}", "in /records/0/recordId: Number");
        assertRefused("{\"records\":[{\"recordId\":\"1\",\"approximateArrivalTimestamp\":" + "7".repeat(2_000) + "}]}",
                "in /records/0/approximateArrivalTimestamp: Number");
        assertRefused(
                "{\"records\":[{\"recordId\":\"1\",\"approximateArrivalTimestamp\":0." + "7".repeat(2_000) + "}]}",
                "in /records/0/approximateArrivalTimestamp: Number");
    }

    /// Every event of the table with something beyond a bound put before each of its bytes: refused or read, and never
    /// anything else.
    @Test
    void whateverGoesBeyondABoundWhereverEndsInABatchOrAFormatException() throws IOException {
        List<String> events = CaseTable.read(EventReaderTest.class, "events.txt", 4).stream().map(row -> row.get(2))
                .filter(event -> !event.isEmpty()).toList();
        List<String> beyond = List.of("[".repeat(1_100), "{\"a\":".repeat(1_100), "7".repeat(2_000),
                "-0." + "7".repeat(2_000), "1e" + "7".repeat(2_000), "\"" + "n".repeat(60_000) + "\":1,",
                "\"" + "n".repeat(60_000));
        int refused = 0;
        for (String event : events) {
            for (String part : beyond) {
                for (int at = 0; at <= event.length(); at += 3) {
                    byte[] mutant = bytes(event.substring(0, at) + part + event.substring(at));
                    try {
                        EventReader.read(mutant).records().forEach(record -> Objects.requireNonNull(record.data()));
                    } catch (EventFormatException e) {
                        assertFalse(String.valueOf(e.getMessage()).isEmpty());
                        refused++;
                    } catch (RuntimeException e) {
                        fail(part.substring(0, 9) + " before byte " + at + " of " + event, e);
                    }
                }
            }
        }
        assertTrue(refused > 1_000, "refused: " + refused);
    }

    private static void assertRefused(String event, String place) {
        EventFormatException failure = assertThrows(EventFormatException.class, () -> EventReader.read(bytes(event)));
        String message = String.valueOf(failure.getMessage());
        assertTrue(message.startsWith("The event goes beyond what is read, at byte "), message);
        assertTrue(message.contains(place), message);
    }

    /// An event with a few bytes changed, left out, doubled or moved.
    private static byte[] mutated(byte[] event, Random random) {
        byte[] mutant = event.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0 && mutant.length > 1; changes--) {
            int at = random.nextInt(mutant.length);
            switch (random.nextInt(5)) {
                case 0 -> mutant[at] = (byte) random.nextInt(256);
                case 1 -> mutant[at] = SYNTAX[random.nextInt(SYNTAX.length)];
                case 2 -> mutant = Arrays.copyOf(mutant, at + 1);
                case 3 -> mutant[at] = mutant[random.nextInt(mutant.length)];
                default -> System.arraycopy(mutant, at, mutant, at / 2, mutant.length - at);
            }
        }
        return mutant;
    }

    @Test
    void anEventBeyondTheBoundIsRefused() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return ' ';
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                Arrays.fill(target, offset, offset + length, (byte) ' ');
                return length;
            }
        };
        assertThrows(EventFormatException.class, () -> EventReader.read(endless));
    }

    @Test
    void whatTheStreamThrowsIsNotAFormatError() throws IOException {
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        assertThrows(IOException.class, () -> EventReader.read(closed));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
