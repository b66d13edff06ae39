package io.sluice.deaggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.Base64Text;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KinesisAggregateTest {
    private static final KinesisPosition POSITION = new KinesisPosition("shardId-000000000001", "4951", 0, "a");

    @Test
    void userRecordsComeInOrderWithTheirOwnIdsAndKeys() {
        List<SourceRecord> users = KinesisAggregate.split(record(Aggregates.of("one", "two", "")));
        assertEquals(List.of("shard:4951/0", "shard:4951/1", "shard:4951/2"),
                users.stream().map(SourceRecord::recordId).toList());
        assertEquals(List.of("one", "two", ""),
                users.stream().map(user -> new String(user.data(), StandardCharsets.UTF_8)).toList());
        assertEquals(Optional.of(new KinesisPosition("shardId-000000000001", "4951", 1, "key 1")),
                users.get(1).kinesis());
        assertEquals(Instant.ofEpochMilli(5), users.get(2).arrival());
    }

    @Test
    void anAggregateOfManyLongRecordsIsTakenApart() {
        String[] texts = new String[5_000];
        Arrays.setAll(texts, i -> "x".repeat(i % 300));
        List<SourceRecord> users = KinesisAggregate.split(record(Aggregates.of(texts)));
        assertEquals(texts.length, users.size());
        assertEquals(texts[299], new String(users.get(299).data(), StandardCharsets.UTF_8));
    }

    @Test
    void aPlainRecordStaysItself() {
        for (byte[] data : List.of(new byte[0], bytes("{\"a\":1}"), Arrays.copyOf(Aggregates.of("one"), 20))) {
            SourceRecord plain = record(data);
            assertSame(plain, KinesisAggregate.split(plain).getFirst());
        }
    }

    @Test
    void anyFlippedBitMakesAnAggregateAPlainRecord() {
        byte[] whole = Aggregates.of("one", "two");
        Random random = new Random(3);
        for (int run = 0; run < 500; run++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            SourceRecord plain = record(damaged);
            assertSame(plain, KinesisAggregate.split(plain).getFirst());
        }
    }

    @Test
    void aMalformedMessageWithARightChecksumIsAPlainRecord() {
        Random random = new Random(4);
        int plain = 0;
        for (int run = 0; run < 20_000; run++) {
            byte[] message = Aggregates.message("one", "two");
            message[random.nextInt(message.length)] = (byte) random.nextInt(256);
            SourceRecord record = record(Aggregates.framed(message));
            List<SourceRecord> users = KinesisAggregate.split(record);
            plain += users.getFirst().recordId().equals(record.recordId()) ? 1 : 0;
        }
        assertTrue(plain > 1_000, () -> "the fuzz found malformed messages");
    }

    @Test
    void fieldsThatAreNotKnownAreSkipped() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        Aggregates.field(message, 1, bytes("k"));
        Aggregates.field(message, 2, bytes("12345"));
        ByteArrayOutputStream user = new ByteArrayOutputStream();
        user.writeBytes(new byte[]{1 << 3, 0, 2 << 3, 7});
        Aggregates.field(user, 3, bytes("data"));
        Aggregates.field(user, 4, bytes("tag"));
        user.writeBytes(new byte[]{9 << 3 | 1, 0, 0, 0, 0, 0, 0, 0, 0, 10 << 3 | 5, 0, 0, 0, 0});
        Aggregates.field(message, 3, user.toByteArray());
        List<SourceRecord> users = KinesisAggregate.split(record(Aggregates.framed(message.toByteArray())));
        assertEquals("data", new String(users.getFirst().data(), StandardCharsets.UTF_8));
    }

    private static SourceRecord record(byte[] data) {
        return new SourceRecord("shard:4951", Instant.ofEpochMilli(5), data, Base64Text.of(data),
                Optional.of(POSITION));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
