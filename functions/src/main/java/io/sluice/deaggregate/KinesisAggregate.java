package io.sluice.deaggregate;

import io.sluice.firehose.Base64Text;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Takes apart what the Kinesis Producer Library packed into one Kinesis record. Firehose does that itself before it
/// invokes a function; a Kinesis event source does not.
///
/// An aggregate is four magic bytes, a Protocol Buffers message and the message's MD5. A record that only looks like one
/// (wrong checksum, malformed message, no user record) is a plain record, as it is to the Kinesis Client Library: producers may send any
/// bytes. Pure, for any thread.
///
/// Source: "KPL Aggregated Record Format" (`aggregation-format.md` of the Amazon Kinesis Producer Library). The library
/// that reads it in Java brings the whole Kinesis client and the AWS SDK, hence these lines.
public final class KinesisAggregate {
    private static final byte[] MAGIC = {(byte) 0xF3, (byte) 0x89, (byte) 0x9A, (byte) 0xC2};
    private static final int DIGEST_BYTES = 16;
    private static final int PARTITION_KEY_TABLE = 1;
    private static final int RECORDS = 3;
    private static final int RECORD_PARTITION_KEY_INDEX = 1;
    private static final int RECORD_DATA = 3;

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
        MessageDigest md5 = md5();
        md5.update(data, MAGIC.length, digestAt - MAGIC.length);
        return Arrays.equals(md5.digest(), 0, DIGEST_BYTES, data, digestAt, data.length);
    }

    private static List<SourceRecord> userRecords(SourceRecord aggregate, ProtobufReader message)
            throws ProtobufReader.MalformedException {
        List<String> partitionKeys = new ArrayList<>();
        List<ProtobufReader> records = new ArrayList<>();
        while (message.next()) {
            switch (message.field()) {
                case PARTITION_KEY_TABLE -> partitionKeys.add(new String(message.bytes(), StandardCharsets.UTF_8));
                case RECORDS -> records.add(message.message());
                default -> message.skip();
            }
        }
        List<SourceRecord> users = new ArrayList<>(records.size());
        for (ProtobufReader user : records) {
            users.add(userRecord(aggregate, user, partitionKeys, users.size()));
        }
        return users;
    }

    private static SourceRecord userRecord(SourceRecord aggregate, ProtobufReader user, List<String> partitionKeys,
            int place) throws ProtobufReader.MalformedException {
        long keyIndex = -1;
        Optional<byte[]> data = Optional.empty();
        while (user.next()) {
            switch (user.field()) {
                case RECORD_PARTITION_KEY_INDEX -> keyIndex = user.number();
                case RECORD_DATA -> data = Optional.of(user.bytes());
                default -> user.skip();
            }
        }
        if (keyIndex < 0 || keyIndex >= partitionKeys.size() || data.isEmpty()) {
            throw new ProtobufReader.MalformedException("A user record has no data or no key of the key table");
        }
        String key = partitionKeys.get((int) keyIndex);
        return new SourceRecord(aggregate.recordId() + "/" + place, aggregate.arrival(), data.get(),
                Base64Text.of(data.get()), aggregate.kinesis()
                        .map(at -> new KinesisPosition(at.shardId(), at.sequenceNumber(), place, key)));
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has MD5", e);
        }
    }
}
