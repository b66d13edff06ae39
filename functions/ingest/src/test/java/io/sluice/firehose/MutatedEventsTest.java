package io.sluice.firehose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.sluice.deaggregate.Deaggregator;
import io.sluice.ingest.CompressedLogsDecoder;
import io.sluice.ingest.Processed;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// Whatever an event or a record holds, it ends as a batch, as a processed record or as one clear refusal.
final class MutatedEventsTest {
    private static final int ROUNDS = 20_000;
    private static final String EVENT = """
            {"invocationId": "i", "deliveryStreamArn": "arn:aws:firehose:us-east-1:1:deliverystream/x", "region": "r",
             "records": [{"recordId": "1", "approximateArrivalTimestamp": 1517942400000, "data": "eyJrIjoiYSJ9"},
                         {"recordId": "2", "approximateArrivalTimestamp": 1517942400001, "data": "e30="}]}""";

    private final Random random = new Random(5);

    @Test
    void anEventIsABatchOrIsRefusedInOneSentence() {
        int batches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] event = mutated(EVENT.getBytes(UTF_8));
            try {
                EventReader.read(event).records().forEach(record -> assertFalse(record.recordId().isEmpty()));
                batches++;
            } catch (EventFormatException e) {
                assertTrue(String.valueOf(e.getMessage()).length() > 10, e.toString());
            } catch (RuntimeException e) {
                fail(new String(event, UTF_8), e);
            }
        }
        assertTrue(batches > 100, "most changes break an event, and some do not: " + batches);
    }

    /// A record comes with its own bytes or not at all.
    @Test
    void noChangeTurnsAnMskSourcesRecordsIntoOthersInSilence() {
        byte[] good = EVENT.replace("\"data\"", "\"kafkaRecordValue\"").replace("\"region\": \"r\"",
                "\"sourceMSKArn\": \"arn:m\"").getBytes(UTF_8);
        int batches = 0;
        for (int round = 0; round < 5 * ROUNDS; round++) {
            byte[] event = mutated(good);
            try {
                SourceBatch batch = EventReader.read(event);
                batches++;
                boolean hasValue = batch.records().stream().anyMatch(record -> record.data().length > 0);
                if (batch.payload() == PayloadMember.DATA) {
                    assertFalse(hasValue && !new String(event, UTF_8).contains("\"data\""), new String(event, UTF_8));
                }
            } catch (EventFormatException e) {
                assertTrue(String.valueOf(e.getMessage()).length() > 10, e.toString());
            } catch (RuntimeException e) {
                fail(new String(event, UTF_8), e);
            }
        }
        assertTrue(batches > 500, "most changes break an event, and some do not: " + batches);
    }

    @Test
    void theQuickReaderTakesUsualEventsAndReadsThemAsTheOtherDoes() {
        String kinesis = EVENT.replace("\"data\": \"e30=\"",
                """
                        "kinesisRecordMetadata": {"shardId": "shardId-000000000000", "partitionKey": "p",
                        "sequenceNumber": "49",
                        "approximateArrivalTimestamp": 1517942400002, "subsequenceNumber": "3"}""");
        String compact = EVENT.replaceAll("[ \\n]", "");
        String otherwise = """
                {"records":[{"approximateArrivalTimestamp":1,"data":"e30=","recordId":"1"},{"data":"","recordId":"2",
                "approximateArrivalTimestamp" :12345678},{"recordId":"3","approximateArrivalTimestamp":253402300799999,
                "data":"YQ=="}]}""";
        for (String event : List.of(EVENT, kinesis, "{\"records\":[]}", compact, otherwise)) {
            byte[] good = event.getBytes(UTF_8);
            assertEquals(described(EventReader.readAny(good)),
                    described(Objects.requireNonNull(QuickEventReader.read(good, good.length))));
            for (int round = 0; round < ROUNDS / 2; round++) {
                byte[] changed = mutated(good);
                SourceBatch quick = QuickEventReader.read(changed, changed.length);
                if (quick != null) {
                    assertEquals(described(EventReader.readAny(changed)), described(quick), new String(changed, UTF_8));
                }
                assertEquals(outcome(() -> EventReader.readAny(changed)), outcome(() -> inALongerArray(changed, good)),
                        () -> new String(changed, UTF_8));
            }
        }
    }

    @Test
    void anArrivalOfAnyLengthIsReadAsTheOtherReaderDoes() {
        for (int digits = 1; digits <= 17; digits++) {
            for (int round = 0; round < 50; round++) {
                long number = random.nextLong(round == 0 ? 1 : (long) Math.pow(10, digits));
                String arrival = digits % 2 == 0 ? Long.toString(number) : String.format("%0" + digits + "d", number);
                for (String end : List.of("", " ", ".5", "e1", ":", "x")) {
                    byte[] event = ("{\"records\":[{\"recordId\":\"1\",\"data\":\"\","
                            + "\"approximateArrivalTimestamp\":" + arrival + end + "}]}").getBytes(UTF_8);
                    SourceBatch quick = QuickEventReader.read(event, event.length);
                    if (quick != null) {
                        assertEquals(described(EventReader.readAny(event)), described(quick), arrival + end);
                    }
                    assertEquals(outcome(() -> EventReader.readAny(event)), outcome(() -> EventReader.read(event)));
                }
            }
        }
        byte[] usual = compact(1_517_942_400_123L);
        assertEquals(1_517_942_400_123L, Objects.requireNonNull(QuickEventReader.read(usual, usual.length)).records()
                .getFirst().arrival().toEpochMilli());
    }

    private static byte[] compact(long arrival) {
        return ("{\"records\":[{\"recordId\":\"1\",\"approximateArrivalTimestamp\":" + arrival + ",\"data\":\"\"}]}")
                .getBytes(UTF_8);
    }

    /// As it is read where an earlier event, which was longer, has left its end after this one.
    private static SourceBatch inALongerArray(byte[] event, byte[] earlier) {
        byte[] buffer = new byte[event.length + earlier.length];
        System.arraycopy(event, 0, buffer, 0, event.length);
        int rest = Math.min(event.length, earlier.length);
        System.arraycopy(earlier, rest, buffer, event.length, earlier.length - rest);
        return EventReader.read(buffer, event.length);
    }

    private static String outcome(Supplier<SourceBatch> reading) {
        try {
            return described(reading.get());
        } catch (EventFormatException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String described(SourceBatch batch) {
        StringBuilder text = new StringBuilder(batch.type() + " " + batch.sourceArn() + " " + batch.invocationId());
        for (SourceRecord record : batch.records()) {
            text.append('\n').append(record.recordId()).append(' ').append(record.arrival()).append(' ')
                    .append(HexFormat.of().formatHex(record.data())).append(' ').append(record.base64().length())
                    .append(' ').append(record.kinesis());
        }
        return text.toString();
    }

    @Test
    void aGzipBodyThatWasChangedRejectsItsRecordAndNothingElse() throws IOException {
        byte[] gzip = gzip("{\"messageType\":\"DATA_MESSAGE\",\"logEvents\":[{\"message\":\"m\"}]}".repeat(3));
        for (CompressedLogsDecoder.Content content : CompressedLogsDecoder.Content.values()) {
            RecordProcessor processor = new RecordProcessor(new CompressedLogsDecoder(content), Deaggregator.json(),
                    Optional.empty(), Optional.empty(), Optional.empty());
            for (int round = 0; round < ROUNDS / 4; round++) {
                SourceRecord record = new SourceRecord("r", Instant.EPOCH, mutated(gzip));
                List<Processed> processed = new ArrayList<>();
                processor.process(record, processed::add);
                for (Processed each : processed) {
                    if (each instanceof Processed.Rejected(byte[] raw, var reject, var _)) {
                        assertFalse(reject.code().isEmpty());
                        assertTrue(raw.length > 0);
                    }
                }
            }
        }
    }

    @Test
    void recordsOfAnyBytesArePassedThrough() {
        RecordProcessor plain = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(),
                Optional.empty(), Optional.empty(), Optional.empty());
        for (int round = 0; round < ROUNDS / 10; round++) {
            byte[] data = new byte[random.nextInt(50)];
            random.nextBytes(data);
            List<Processed> processed = new ArrayList<>();
            plain.process(new SourceRecord("r", Instant.EPOCH, data), processed::add);
            assertEquals(1, processed.size());
            assertTrue(processed.getFirst() instanceof Processed.Keyed);
        }
    }

    /// Some bytes changed, cut out or doubled.
    private byte[] mutated(byte[] good) {
        byte[] bytes = good.clone();
        for (int change = 0; change <= random.nextInt(4); change++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = spliced(bytes, 0, at, Math.min(bytes.length, at + random.nextInt(9)));
                default -> bytes = spliced(bytes, 0, Math.min(bytes.length, at + 1 + random.nextInt(9)), at);
            }
            if (bytes.length == 0) {
                return good.clone();
            }
        }
        return bytes;
    }

    /// The bytes from `start` to `end`, then those from `from` on.
    private static byte[] spliced(byte[] bytes, int start, int end, int from) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 16);
        out.write(bytes, start, end - start);
        out.write(bytes, from, bytes.length - from);
        return out.toByteArray();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return out.toByteArray();
    }
}
