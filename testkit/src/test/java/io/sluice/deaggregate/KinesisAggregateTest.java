package io.sluice.deaggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.Base64Text;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceRecord;
import io.sluice.testkit.wire.Aggregates;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
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
    void hashKeysAndTagsAreNoPartOfTheRecords() {
        List<SourceRecord> users = KinesisAggregate.split(record(withUser(user -> {
            user.writeBytes(new byte[]{2 << 3, 0});
            Aggregates.field(user, 4, bytes("tag"));
        })));
        assertEquals(List.of("data"),
                users.stream().map(user -> new String(user.data(), StandardCharsets.UTF_8)).toList());
    }

    /// What is passed over might be somebody's record.
    @Test
    void aMessageThatHoldsAnythingElseIsAPlainRecord() {
        List<byte[]> others = List.of(
                withUser(user -> Aggregates.field(user, 3, bytes("a second record's data"))),
                withUser(user -> Aggregates.field(user, 9, bytes("not known"))),
                withUser(user -> user.writeBytes(new byte[]{10 << 3 | 5, 0, 0, 0, 0})),
                withUser(user -> user.writeBytes(new byte[]{2 << 3, 1})),
                withUser(user -> user.writeBytes(new byte[]{1 << 3, 0})),
                withMessage(message -> Aggregates.field(message, 4, bytes("not known"))),
                withMessage(message -> Aggregates.field(message, 1, bytes("a key of no record"))),
                withMessage(message -> Aggregates.field(message, 2, bytes("no number"))),
                withMessage(message -> message.writeBytes(new byte[]{0})),
                withMessage(message -> message.writeBytes(
                        new byte[]{(byte) 0x9A, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 1, 0})));
        for (byte[] other : others) {
            SourceRecord plain = record(other);
            List<SourceRecord> split = KinesisAggregate.split(plain);
            assertEquals(1, split.size());
            assertSame(plain, split.getFirst());
        }
    }

    private static byte[] withUser(Consumer<ByteArrayOutputStream> more) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        Aggregates.field(message, 1, bytes("k"));
        Aggregates.field(message, 2, bytes("12345"));
        ByteArrayOutputStream user = new ByteArrayOutputStream();
        user.writeBytes(new byte[]{1 << 3, 0});
        Aggregates.field(user, 3, bytes("data"));
        more.accept(user);
        Aggregates.field(message, 3, user.toByteArray());
        return Aggregates.framed(message.toByteArray());
    }

    private static byte[] withMessage(Consumer<ByteArrayOutputStream> more) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(Aggregates.message("one"));
        more.accept(message);
        return Aggregates.framed(message.toByteArray());
    }

    /// Every truncation and a change of every byte, under a checksum that is right again: what is taken out makes up
    /// the whole message, to the byte, or nothing is taken out.
    @Test
    void whatIsTakenOutIsAllOfTheMessageOrItIsAPlainRecord() {
        Random random = new Random(6);
        int whole = 0;
        int plain = 0;
        for (int run = 0; run < 300; run++) {
            String[] texts = new String[1 + random.nextInt(4)];
            Arrays.setAll(texts, _ -> text(random));
            byte[] message = Aggregates.message(texts);
            assertEquals(texts.length, KinesisAggregate.split(record(Aggregates.framed(message))).size());
            for (int at = 0; at < message.length; at++) {
                byte[] changed = message.clone();
                changed[at] ^= (byte) (1 + random.nextInt(255));
                for (byte[] each : List.of(changed, Arrays.copyOf(message, at))) {
                    SourceRecord record = record(Aggregates.framed(each));
                    List<SourceRecord> users = KinesisAggregate.split(record);
                    boolean untouched = users.getFirst().recordId().equals(record.recordId());
                    plain += untouched ? 1 : 0;
                    whole += untouched ? 0 : 1;
                    assertTrue(untouched || Arrays.equals(each, encoded(users)), () -> Arrays.toString(each));
                }
            }
        }
        assertTrue(whole > 10_000 && plain > 10_000, whole + " whole, " + plain + " plain");
    }

    /// Any bytes, those of a message among them.
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append((char) (random.nextInt(4) == 0 ? (1 << (3 * random.nextInt(2))) | 2 : random.nextInt(128)));
        }
        return text.toString();
    }

    /// The message that has these records and nothing else.
    private static byte[] encoded(List<SourceRecord> users) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        users.forEach(user -> Aggregates.field(message, 1, keyOf(user)));
        for (int i = 0; i < users.size(); i++) {
            ByteArrayOutputStream user = new ByteArrayOutputStream();
            user.writeBytes(new byte[]{1 << 3, (byte) i});
            Aggregates.field(user, 3, users.get(i).data());
            Aggregates.field(message, 3, user.toByteArray());
        }
        return message.toByteArray();
    }

    private static byte[] keyOf(SourceRecord user) {
        return bytes(user.kinesis().orElseThrow().partitionKey());
    }

    private static SourceRecord record(byte[] data) {
        return new SourceRecord("shard:4951", Instant.ofEpochMilli(5), data, Base64Text.of(data),
                Optional.of(POSITION));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
