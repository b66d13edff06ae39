package io.sluice.deaggregate;

import io.sluice.encoding.Digests;
import io.sluice.firehose.Base64Text;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Takes apart what the Kinesis Producer Library packed into one Kinesis record. Firehose does that itself before it
/// invokes a function; a Kinesis event source does not.
///
/// An aggregate is four magic bytes, a Protocol Buffers message and the message's MD5. A record that only looks like
/// one (wrong checksum, malformed message, no user record) is a plain record, as it is to the Kinesis Client Library:
/// producers may send any bytes. Pure, for any thread.
///
/// Every byte of the message is accounted for: user records are taken out only where nothing else than the format's own
/// fields is in it, each of one kind as often as it may be, every key is some record's, and hash keys are numbers. The
/// Kinesis Client Library passes over the rest; here the record stays whole then, since what is passed over may be
/// somebody's record.
///
/// Source: "KPL Aggregated Record Format" (`aggregation-format.md` of the Amazon Kinesis Producer Library). The library
/// that reads it in Java brings the whole Kinesis client and the AWS SDK, hence these lines.
public final class KinesisAggregate {
    private static final byte[] MAGIC = {(byte) 0xF3, (byte) 0x89, (byte) 0x9A, (byte) 0xC2};
    private static final int DIGEST_BYTES = 16;
    private static final int PARTITION_KEY_TABLE = 1;
    private static final int HASH_KEY_TABLE = 2;
    private static final int RECORDS = 3;
    private static final int RECORD_PARTITION_KEY_INDEX = 1;
    private static final int RECORD_HASH_KEY_INDEX = 2;
    private static final int RECORD_DATA = 3;
    private static final int RECORD_TAGS = 4;
    /// Digits of 2^128 - 1.
    private static final int HASH_KEY_DIGITS_MAX = 39;

    private KinesisAggregate() {}

    /// The user records in `record`, or itself when it is no aggregate.
    ///
    /// A user record's id is the Kinesis record's with `/` and its place in the aggregate, from 0; so is its
    /// subsequence number. Its partition key is its own, its arrival time the aggregate's.
    public static List<SourceRecord> split(SourceRecord record) {
        byte[] data = record.data();
        if (!isFramed(data)) {
            return List.of(record);
        }
        try {
            List<SourceRecord> users = userRecords(record,
                    new ProtobufReader(data, MAGIC.length, data.length - DIGEST_BYTES));
            return users.isEmpty() ? List.of(record) : users;
        } catch (ProtobufReader.MalformedException e) {
            return List.of(record);
        }
    }

    private static boolean isFramed(byte[] data) {
        int digestAt = data.length - DIGEST_BYTES;
        if (digestAt <= MAGIC.length || !Arrays.equals(data, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return false;
        }
        MessageDigest md5 = Digests.md5();
        md5.update(data, MAGIC.length, digestAt - MAGIC.length);
        return Arrays.equals(md5.digest(), 0, DIGEST_BYTES, data, digestAt, data.length);
    }

    private static List<SourceRecord> userRecords(SourceRecord aggregate, ProtobufReader message)
            throws ProtobufReader.MalformedException {
        List<String> partitionKeys = new ArrayList<>();
        List<ProtobufReader> records = new ArrayList<>();
        int hashKeys = 0;
        while (message.next()) {
            switch (message.field()) {
                case PARTITION_KEY_TABLE -> partitionKeys.add(text(message.bytes()));
                case HASH_KEY_TABLE -> {
                    requireHashKey(message.bytes());
                    hashKeys++;
                }
                case RECORDS -> records.add(message.message());
                default -> throw unknown(message);
            }
        }
        List<SourceRecord> users = new ArrayList<>(records.size());
        BitSet used = new BitSet();
        for (ProtobufReader each : records) {
            UserRecord user = UserRecord.read(each, partitionKeys.size(), hashKeys);
            used.set(user.key());
            users.add(user.of(aggregate, users.size(), partitionKeys.get(user.key())));
        }
        if (used.cardinality() < partitionKeys.size()) {
            throw new ProtobufReader.MalformedException("A partition key is no record's");
        }
        return users;
    }

    private static String text(byte[] bytes) throws ProtobufReader.MalformedException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new ProtobufReader.MalformedException("A partition key is not UTF-8");
        }
    }

    private static void requireHashKey(byte[] bytes) throws ProtobufReader.MalformedException {
        boolean digits = bytes.length > 0 && bytes.length <= HASH_KEY_DIGITS_MAX;
        for (byte each : bytes) {
            digits &= each >= '0' && each <= '9';
        }
        if (!digits) {
            throw new ProtobufReader.MalformedException("A hash key is no number");
        }
    }

    private static ProtobufReader.MalformedException unknown(ProtobufReader message) {
        return new ProtobufReader.MalformedException("Field " + message.field() + " is not known");
    }

    /// One record in an aggregate.
    ///
    /// @param key its partition key's place in the table
    private record UserRecord(int key, byte[] data) {
        /// @param keys     length of the table of partition keys
        /// @param hashKeys length of the table of hash keys
        static UserRecord read(ProtobufReader user, int keys, int hashKeys) throws ProtobufReader.MalformedException {
            Optional<Integer> key = Optional.empty();
            Optional<Integer> hashKey = Optional.empty();
            Optional<byte[]> data = Optional.empty();
            while (user.next()) {
                switch (user.field()) {
                    case RECORD_PARTITION_KEY_INDEX -> key = Optional.of(first(key, index(user, keys)));
                    case RECORD_HASH_KEY_INDEX -> hashKey = Optional.of(first(hashKey, index(user, hashKeys)));
                    case RECORD_DATA -> data = Optional.of(first(data, user.bytes()));
                    case RECORD_TAGS -> user.message();
                    default -> throw unknown(user);
                }
            }
            if (key.isEmpty() || data.isEmpty()) {
                throw new ProtobufReader.MalformedException("A user record has no data or no key");
            }
            return new UserRecord(key.get(), data.get());
        }

        private static int index(ProtobufReader user, int size) throws ProtobufReader.MalformedException {
            long index = user.number();
            if (index < 0 || index >= size) {
                throw new ProtobufReader.MalformedException("A user record has a key that is not in its table");
            }
            return (int) index;
        }

        private static <T> T first(Optional<T> before, T value) throws ProtobufReader.MalformedException {
            if (before.isPresent()) {
                throw new ProtobufReader.MalformedException("A user record has something twice");
            }
            return value;
        }

        SourceRecord of(SourceRecord aggregate, int place, String partitionKey) {
            return new SourceRecord(aggregate.recordId() + "/" + place, aggregate.arrival(), data,
                    Base64Text.of(data), aggregate.kinesis()
                            .map(at -> new KinesisPosition(at.shardId(), at.sequenceNumber(), place, partitionKey)));
        }
    }
}
