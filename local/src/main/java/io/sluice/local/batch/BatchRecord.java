package io.sluice.local.batch;

import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/// One record of a batch, as Firehose would hand it to the transform function.
///
/// @param recordId a hash of the record's position in the input and its bytes
/// @param arrival  when it arrived
/// @param data     its bytes
/// @param refusal  why it can't be taken, where whoever read it knows
public record BatchRecord(String recordId, Instant arrival, byte[] data, Optional<Reject> refusal) {
    private static final int ID_BYTES = 16;

    /// A record of which nothing is known yet.
    public BatchRecord(String recordId, Instant arrival, byte[] data) {
        this(recordId, arrival, data, Optional.empty());
    }

    /// Gives `record` its id.
    public static BatchRecord of(InputRecord record, Instant arrival) {
        return of(record, arrival, Optional.empty());
    }

    /// Gives `record` its id.
    ///
    /// @param refusal why it can't be taken
    public static BatchRecord of(InputRecord record, Instant arrival, Optional<Reject> refusal) {
        MessageDigest digest = sha256();
        digest.update(record.source().getBytes(StandardCharsets.UTF_8));
        digest.update(ByteBuffer.allocate(Byte.BYTES + Long.BYTES).put((byte) 0).putLong(record.offset()).flip());
        digest.update(record.data());
        return new BatchRecord(HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES), arrival, record.data(), refusal);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
